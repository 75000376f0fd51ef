/** How often reading a file was given up in a row, and when it was last. */
export interface GivenUp {
  readonly tries: number;
  /** Milliseconds since the epoch. */
  readonly triedAtMs: number;
}

const minuteMs = 60_000;

/** How long after the first, second, … time a file is tried again; the last one holds for all that follow. */
const pausesMs = [10 * minuteMs, 60 * minuteMs, 6 * 60 * minuteMs, 24 * 60 * minuteMs];

/** From when on a scan tries a file again, in milliseconds since the epoch. */
export const nextTryMs = ({ tries, triedAtMs }: GivenUp): number =>
  tries <= 0 ? triedAtMs : triedAtMs + (pausesMs[Math.min(tries, pausesMs.length) - 1] ?? 0);

/** Whether a scan tries it now. A clock that was set back since must not put it off. */
export const isTryDue = (problem: GivenUp, nowMs: number): boolean =>
  nowMs < problem.triedAtMs || nowMs >= nextTryMs(problem);
