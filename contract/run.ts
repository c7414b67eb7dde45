import type { Level } from './level.ts';

export type Failure = {
  level: Level;
  /** The call and its status, as in `GET /items?priceMin=3 → 200`. */
  call: string;
  /** Calls of the journey before it, in the same form. */
  before: string[];
  /** The call as a command, with those that it met; tokens and a password stand in it as $TOKEN and $PASSWORD. */
  curl: string;
  expected: string;
  got: string;
  /** What the backend has probably got wrong. */
  reason: string | undefined;
  /** What openapi.yaml says, with the place, and the line. */
  contract: string;
  line: number;
  shopper: string;
  /** A shell script that makes the calls anew. */
  script: string;
  /** The verdict that was seen to fail by the same cause; its own id where none was. */
  root: string;
};

/** The outcome of a journey, or of all answers of one operation. */
export type Verdict = {
  id: string;
  summary: string;
  outcome: 'passed' | 'failed' | 'not judged';
  /** Why it was not judged, as a part of a sentence. */
  why?: string;
  failure?: Failure;
  ms: number;
};

/** A finding that is known: the most that it may mean, why it is left, the last day on which it may be, and where else it shows. */
export type Known = { id: string; level: Level; reason: string; until: string; also?: string[] | undefined };

/** How failures compare with those that are known. */
export type Baseline = { ended: Known[] } & Record<'fresh' | 'left' | 'mended' | 'unseen', string[]>;

/** What was found out about a backend. */
export type Run = {
  verdicts: Verdict[];
  /** How many verdicts a whole run has, and what is with the rest; undefined where this was one. */
  of?: { all: number; rest: string } | undefined;
  /** Why nothing can be said about the backend, its last call, and the failure that says no more than this. */
  stop?: { why: string; call?: string; toldBy?: string } | undefined;
  baseline?: Baseline;
  /** What else one has to know of the run. */
  notes: string[];
};
