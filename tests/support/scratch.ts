import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { timeoutFor } from './pace';

const parts = [
  ...['src', 'tools', 'mocks', 'contract', 'deploy', 'index.html', 'vite.config.ts', 'tsconfig.json'],
  ...['.env', 'package.json', 'openapi.yaml', 'openapi-config.ts'],
];

/** A copy of the project that a test can change and build. */
export function makeScratch(directory: string) {
  mkdirSync(directory, { recursive: true });
  for (const part of parts) cpSync(part, join(directory, part), { recursive: true });
  // Windows allows everybody junctions, but not symbolic links.
  symlinkSync(resolve('node_modules'), join(directory, 'node_modules'), 'junction');
  const at = (file: string) => join(directory, file);
  const scratch = {
    root: resolve(directory),
    dist: at('dist'),
    read: (file: string) => readFileSync(at(file), 'utf8'),
    write: (file: string, text: string) => writeFileSync(at(file), text),
    /** Replaces `from`. Throws if the file does not contain it. */
    change(file: string, from: string | RegExp, to: string) {
      const changed = scratch.read(file).replace(from, to);
      if (changed === scratch.read(file)) throw new Error(`${file} has no ${from}.`);
      scratch.write(file, changed);
    },
    /** Adds a component in a file of its own, and renders it before a place in another file. */
    plant(file: string, name: string, code: string, before: string) {
      scratch.write(join(dirname(file), `${name}.tsx`), code);
      scratch.change(file, /^import/, `import { ${name} } from './${name}';\nimport`);
      scratch.change(file, before, `<${name} />${before}`);
    },
    /** Throws the output of a failed build. */
    build(args: string[] = [], env: Record<string, string> = {}) {
      const vite = resolve('node_modules/vite/bin/vite.js');
      const command = [vite, 'build', '--logLevel', 'error', ...args];
      execFileSync(process.execPath, command, {
        cwd: directory,
        env: { ...process.env, ...env },
        stdio: 'pipe',
        timeout: timeoutFor(60, 240),
      });
    },
  };
  // Builds without compressed copies, which saves two seconds of processor time.
  scratch.change('tools/vite/deployFiles.ts', /await Promise\.all\(files\.map\(.*compress.*\);/, '');
  return scratch;
}

/** Adds a screen with a parameter, as in docs/how-to/add-a-screen.md. */
export function addOrderScreen({ write, change }: ReturnType<typeof makeScratch>) {
  const row = "{ path: '/orders/:id', heading: 'One order', description: 'An order.' },\n  { path: '*'";
  change('src/app/screens.ts', "{ path: '*'", row);
  change('src/app/routes.tsx', "'/cart':", "'/orders/:id': OrderPage,\n  '/cart':");
  change('src/app/routes.tsx', /^import/, "import { OrderPage } from './OrderPage';\nimport");
  write('src/app/OrderPage.tsx', orderPage);
}

const orderPage = `
import { useParams } from 'react-router-dom';
import { useHydrated } from '../features/ui/useHydrated';

export function OrderPage() {
  const { id } = useParams();
  const isHydrated = useHydrated();
  return <><h1>One order</h1>{isHydrated && <p>{\`Order \${id}\`}</p>}</>;
}
`;
