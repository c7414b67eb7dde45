import type { TestEvent } from 'node:test/reporters';

const CLEAR_LINE = '\r\u001b[K';

/** A reporter of node:test: a line per journey, or on a terminal one line that changes and a line per failure. */
export default async function* progress(source: AsyncIterable<TestEvent>) {
  const isTerminal = Boolean(process.stderr.isTTY);
  let count = 0;
  for await (const { type, data } of source) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const mark = type === 'test:fail' ? '✗' : data.skip === undefined ? '✓' : '–';
    const [id] = data.name.split(' @');
    // The suite comes last.
    if (data.nesting === 0) yield isTerminal ? CLEAR_LINE : '';
    else if (!isTerminal) yield `${mark} ${id}\n`;
    else yield `${CLEAR_LINE}${mark === '✗' ? `✗ ${id}\n` : ''}${++count} ${id}`;
  }
}
