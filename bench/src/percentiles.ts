/** Figures of one thing measured many times, in the unit of the samples. */
export interface Summary {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

/** The value below which a share (0 to 1) of sorted samples lies. */
const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;

/** Sums samples up. @throws Error without samples */
export const summarize = (samples: readonly number[]): Summary => {
  if (samples.length === 0) throw new Error('nothing was measured');
  const sorted = [...samples].sort((a, b) => a - b);
  return { count: sorted.length, p50: at(sorted, 0.5), p95: at(sorted, 0.95), max: at(sorted, 1) };
};

/** The value below which a share (0 to 1) of the samples lies. @throws Error without samples */
export const percentile = (samples: readonly number[], share: number): number => {
  if (samples.length === 0) throw new Error('nothing was measured');
  return at(
    samples.toSorted((a, b) => a - b),
    share,
  );
};

/** The middle of a few figures. */
export const median = (values: readonly number[]): number => summarize(values).p50;
