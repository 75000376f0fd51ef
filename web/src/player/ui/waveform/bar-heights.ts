/** What the quietest bar is high: seen, and not taken for a sound. */
const leastHeight = 0.06;
/** Of each bar's room, what is drawn. */
const barShare = 0.65;
/** Steps off the middle that count as the loudest at least: noise of a silent song is no mountain. */
const leastLoudest = 8;

/**
 * Heights of so many bars, 0 to 1, of a waveform of least and greatest samples around 128. A bar is the mean of what it
 * stands for, as loud as it seems and not as its loudest moment, beside the loudest bar of the song.
 */
export const barHeights = (waveform: Uint8Array, count: number): number[] => {
  const pairs = Math.floor(waveform.length / 2);
  const swings = Array.from({ length: pairs }, (_, pair) =>
    Math.max(128 - (waveform[2 * pair] ?? 128), (waveform[2 * pair + 1] ?? 128) - 128, 0),
  );
  const bars = Math.min(count, pairs);
  const means = Array.from({ length: bars }, (_, bar) => {
    const from = Math.floor((bar * pairs) / bars);
    const to = Math.floor(((bar + 1) * pairs) / bars);
    return swings.slice(from, to).reduce((sum, swing) => sum + swing, 0) / (to - from);
  });
  const loudest = means.reduce((most, mean) => Math.max(most, mean), leastLoudest);
  return means.map((mean) => Math.max(mean / loudest, leastHeight));
};

/** Bars side by side, each around the middle line, as a CSS polygon of the whole width and height. */
export const barOutline = (heights: readonly number[]): string => {
  const width = 100 / heights.length;
  const corners = heights.map((height, bar) => ({
    left: percent((bar + (1 - barShare) / 2) * width),
    right: percent((bar + (1 + barShare) / 2) * width),
    top: percent(50 - height * 50),
    bottom: percent(50 + height * 50),
  }));
  const above = corners.map(
    ({ left, right, top }) => `${left} 50%, ${left} ${top}, ${right} ${top}, ${right} 50%`,
  );
  const below = corners
    .toReversed()
    .map(({ left, right, bottom }) => `${right} 50%, ${right} ${bottom}, ${left} ${bottom}, ${left} 50%`);
  return `polygon(${[...above, ...below].join(', ')})`;
};

const percent = (value: number): string => `${Number(value.toFixed(3))}%`;
