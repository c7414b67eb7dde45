import type { TestEvent } from 'node:test/reporters';

const CLEAR_LINE = '\r\u001b[K';
const isTerminal = Boolean(process.stderr.isTTY);

/** A reporter of node:test: a line per journey, or on a terminal one line that changes and a line per failure. */
export default async function* progress(source: AsyncIterable<TestEvent>) {
  let count = 0;
  for await (const { type, data } of source) {
    if ((type !== 'test:pass' && type !== 'test:fail') || data.nesting === 0) continue;
    const mark = type === 'test:fail' ? '✗' : data.skip === undefined ? '✓' : '–';
    const [id] = data.name.split(' @');
    count++;
    if (!isTerminal) yield `${mark} ${id}\n`;
    else yield `${CLEAR_LINE}${mark === '✗' ? `✗ ${id}\n` : ''}${count} ${id}`;
  }
  if (isTerminal) yield CLEAR_LINE;
}
