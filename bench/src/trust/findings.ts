import type { HarnessResult } from './harness.ts';

/** What is held against what was seen, sentence by sentence. */
export interface Findings {
  /** A line that is neither good nor bad. */
  note(line: string): void;
  /** A sentence that has to be true. @param seen what was seen instead */
  hold(what: string, isTrue: boolean, seen?: string): void;
  result(): HarnessResult;
}

/** An empty list of findings. */
export const createFindings = (): Findings => {
  const lines: string[] = [];
  let failed = 0;
  return {
    note: (line) => {
      lines.push(line);
    },
    hold: (what, isTrue, seen = '') => {
      if (!isTrue) failed += 1;
      lines.push(`${isTrue ? 'yes' : 'NO '} ${what}${isTrue || seen === '' ? '' : `: ${seen.trim()}`}`);
    },
    result: () => ({ lines, isGood: failed === 0 }),
  };
};
