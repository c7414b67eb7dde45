import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The Content-Security-Policy sources of what the pages in `dist` have inlined, such as `'sha256-…'`. */
export function inlineHashes(dist: string): { script: string[]; style: string[] } {
  const pages = readdirSync(dist).filter((file) => file.endsWith('.html'));
  if (!pages.length) throw new Error(`${dist} has no pages; run "npm run build" first.`);
  const text = pages.map((page) => readFileSync(join(dist, page), 'utf8')).join('');
  const hashes = (pattern: RegExp) => [
    ...new Set([...text.matchAll(pattern)].map(([, inner = '']) => hash(inner))),
  ];
  return { script: hashes(/<script>([\s\S]*?)<\/script>/g), style: hashes(/<style>([\s\S]*?)<\/style>/g) };
}

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
