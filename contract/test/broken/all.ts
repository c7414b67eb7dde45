import { operations } from '../../judge/files.ts';
import { type Broken, commonFaults } from '../fault.ts';

/** Each file of this folder has a table about one call, or about what several calls share. */
const files = import.meta.glob<Record<string, Broken[]>>(['./*.ts', '!./all.ts'], { eager: true });
const tables = Object.values(files).flatMap((file) => Object.entries(file));

export const broken = Object.fromEntries([...tables, ['every call', operations.flatMap(commonFaults)]]);
const all = Object.values(broken).flat();

/** The change of a row, for tests that need one fault. */
export function changeOf(name: string) {
  const row = all.find((broken) => broken.name === name);
  if (!row) throw new Error(`There is no broken server "${name}".`);
  return row.change;
}

/** The journeys that find a broken server. */
export const findingJourneys = new Set(all.map(({ finds }) => finds.replace(/^\w+ /, '')));
