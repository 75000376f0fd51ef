/**
 * A length in time as a clock shows it: `H:MM:SS` with leading zeros trimmed, down to `M:SS`
 * (`0:05`, `3:07`, `1:02:03`). Fractions are cut off; what is no finite number reads `0:00`.
 */
export const formatDuration = (durationSeconds: number): string => {
  const whole = wholeSeconds(durationSeconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const seconds = String(whole % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${seconds}` : `${minutes}:${seconds}`;
};

/** A length of a song, to the nearest second: parts of the server round it, and others tell it to the millisecond. */
export const formatLength = (durationSeconds: number): string => formatDuration(Math.round(durationSeconds));

/** A length in time in words of one letter: `1d 2h 3m 4s`, without the parts that are zero; `0s` for nothing. */
export const formatLongDuration = (durationSeconds: number): string => {
  const whole = wholeSeconds(durationSeconds);
  const parts = [
    { amount: Math.floor(whole / 86_400), unit: 'd' },
    { amount: Math.floor(whole / 3600) % 24, unit: 'h' },
    { amount: Math.floor(whole / 60) % 60, unit: 'm' },
    { amount: whole % 60, unit: 's' },
  ].filter((part) => part.amount > 0);
  return parts.length > 0 ? parts.map((part) => `${part.amount}${part.unit}`).join(' ') : '0s';
};

/** A figure with its word, which no line breaks between; what is long may break anywhere. */
export const keptTogether = (figure: string): string =>
  figure.length > longestTogether ? figure : figure.replaceAll(' ', '\u00a0');

const longestTogether = 16;

const wholeSeconds = (seconds: number): number =>
  Number.isFinite(seconds) && seconds > 0 ? Math.floor(seconds) : 0;
