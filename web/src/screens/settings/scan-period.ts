/** The period that typed minutes stand for, in seconds; null when they are no number or negative. */
export function periodSecondsOf(minutes: string): number | null {
  const value = minutes.trim() === '' ? Number.NaN : Number(minutes);
  return Number.isFinite(value) && value >= 0 ? Math.round(value) * 60 : null;
}
