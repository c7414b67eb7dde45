import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// cmd.exe knows no `NAME=value command`, no single quotes and no Unix programs. Node starts .cmd files, such as npm's, only in a shell.
const ONLY_IN_SH = /^\w+=|['$;`]|\/dev\/|\b(cat|cp|export|mv|rm|sh) /;
const ASSIGNMENT = /[(,:=]\s*["'`][A-Z_]+=[^"'`]* /g;
const WITHOUT_SHELL = /\b(spawn|spawnSync|execFile|execFileSync)\(\s*'(npm|npx|tsc|tsx|vite|vitest)'/g;

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

test('npm scripts run on Windows', () => {
  expect(Object.values(scripts).filter((command) => ONLY_IN_SH.test(command))).toEqual([]);
});

test.each(['bench', 'tests', 'tools'])('the commands in %s/ run on Windows', (folder) => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.ts$/.test(file),
  );
  const found = files.flatMap((file) => {
    const source = readFileSync(`${folder}/${file}`, 'utf8');
    return [...(source.match(ASSIGNMENT) ?? []), ...(source.match(WITHOUT_SHELL) ?? [])];
  });
  expect(files.length).toBeGreaterThan(3);
  expect(found).toEqual([]);
});
