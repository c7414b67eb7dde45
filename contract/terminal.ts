import type { Verdict } from './run.ts';

export const marks = { passed: '✓', failed: '✗', 'not judged': '?' };

const colours: Record<string, number> = { '✓': 32, '✗': 31, '?': 33 };

/** The text with its marks in colour, where `stream` is a terminal that has some. */
export function colour(text: string, stream: NodeJS.WriteStream): string {
  if (!stream.isTTY || process.env.NO_COLOR || process.env.TERM === 'dumb') return text;
  return text.replace(/^[✓✗?](?= )/gm, (mark) => `\u001b[${colours[mark]}m${mark}\u001b[39m`);
}

/** Tells how far a run is: on a terminal in one line that changes, elsewhere in a line each. */
export function makeProgress(stream: NodeJS.WriteStream) {
  const clear = stream.isTTY ? '\r\u001b[K' : '';
  return {
    journey(id: string, outcome: Verdict['outcome'], at: number, of: number) {
      const line = `${marks[outcome]} ${id}`;
      if (!stream.isTTY) stream.write(`${line}\n`);
      // What did not pass stays.
      else
        stream.write(`${clear}${outcome === 'passed' ? '' : `${colour(line, stream)}\n`}${at}/${of} ${id}`);
    },
    line: (text: string) => stream.write(`${clear}${text}\n`),
    end: () => stream.write(clear),
  };
}
