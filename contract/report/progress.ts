import type { TestEvent } from 'node:test/reporters';

/** A reporter of node:test: one character per journey. Node's own dot reporter also prints the failures. */
export default async function* progress(source: AsyncIterable<TestEvent>) {
  for await (const { type, data } of source) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const mark = type === 'test:fail' ? '✗' : data.skip === undefined ? '.' : '–';
    // The suite comes last.
    yield data.nesting === 0 ? '\n' : mark;
  }
}
