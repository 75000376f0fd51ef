const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/**
 * How far a moment is from now, in words ("5 minutes ago", "in 2 hours").
 * @param atSeconds seconds since the epoch
 */
export function formatWhen(atSeconds: number, nowMs: number, language = 'en'): string {
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const distanceSeconds = atSeconds - nowMs / 1000;
  for (const [unit, lengthSeconds] of steps) {
    if (Math.abs(distanceSeconds) >= lengthSeconds) {
      return words.format(Math.trunc(distanceSeconds / lengthSeconds), unit);
    }
  }
  return words.format(0, 'second');
}
