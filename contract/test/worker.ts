import { main } from '../cli/main.ts';

// Runs one check after the other in this process, for checks.ts. The journeys need the flags that it starts with.

type Request = { argv: string[]; env: NodeJS.ProcessEnv };

process.on('message', async ({ argv, env }: Request) => {
  const written = { out: '', err: '' };
  const into = (name: 'out' | 'err') => ({
    write(text: string) {
      written[name] += text;
      return true;
    },
  });
  const code = await main(argv, { stdout: into('out'), stderr: into('err'), env });
  process.send?.({ code, ...written });
});
