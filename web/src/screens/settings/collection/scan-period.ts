/** The period that typed minutes stand for, in seconds; null when they are no number or negative. */
export function periodSecondsOf(minutes: string): number | null {
  const value = minutes.trim() === '' ? Number.NaN : Number(minutes);
  return Number.isFinite(value) && value >= 0 ? Math.round(value) * 60 : null;
}

/** How a period in seconds is shown: whole minutes, rounded. */
export const periodMinutesOf = (seconds: number): string => String(Math.round(seconds / 60));
