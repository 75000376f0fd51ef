/** How many plays, newest first, count as what somebody listens to: a few years of somebody who listens a lot. */
const playsRemembered = 5000;

/** What somebody played. */
export interface Plays {
  /** Paths of the songs, newest play first; a song stands there as often as it was played. */
  newest(userId: number, limit: number): Promise<readonly string[]>;
}

/** Paths by how often they come, most first; of two as frequent the one that comes first. */
const byFrequency = (paths: readonly string[]): string[] => {
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(path, (counts.get(path) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([path]) => path);
};

/** What somebody played lately and most, each song once. */
export const listPlayed = async (
  plays: Plays,
  userId: number,
): Promise<{ lately: readonly string[]; most: readonly string[] }> => {
  const newest = await plays.newest(userId, playsRemembered);
  return { lately: [...new Set(newest)], most: byFrequency(newest) };
};
