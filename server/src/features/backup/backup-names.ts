const form = /^tonearm-([0-9a-f]{8})-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z\.db$/;

/** What tells the backups of one installation from those of another in the same folder: 8 hexadecimal digits. */
export const shortIdOf = (installationId: string): string => installationId.slice(0, 8);

/** Name of a backup's file. */
export const backupName = (shortId: string, madeAtMs: number): string =>
  `tonearm-${shortId}-${new Date(madeAtMs).toISOString().replace(/[-:.]/g, '')}.db`;

/** When a backup of this installation was made, in milliseconds since the epoch; null for any other file. */
export const madeAtMsOf = (name: string, shortId: string): number | null => {
  const [, id, year, month, day, hour, minute, second, millisecond] = form.exec(name) ?? [];
  if (id !== shortId) return null;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${millisecond}Z`);
  return Number.isNaN(time) ? null : time;
};

/** A backup among others. */
export interface Dated {
  readonly name: string;
  readonly madeAtMs: number;
}

/**
 * Which backups go so that `keepCount` stay: the oldest first. What bears a time to come was made while the clock
 * was wrong, and counts as the oldest; the one that was just made always stays.
 */
export const surplusOf = <B extends Dated>(
  backups: readonly B[],
  { keepCount, nowMs, newest }: { keepCount: number; nowMs: number; newest: string },
): B[] => {
  const rank = ({ name, madeAtMs }: Dated): number => {
    if (name === newest) return Number.POSITIVE_INFINITY;
    return madeAtMs > nowMs ? madeAtMs - nowMs - Number.MAX_SAFE_INTEGER : madeAtMs;
  };
  return backups.toSorted((one, other) => rank(other) - rank(one)).slice(Math.max(keepCount, 1));
};
