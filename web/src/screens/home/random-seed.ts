const hourMs = 3_600_000;

/** Seed of the random shelf: the same for an hour, so that Back finds the albums that were there. */
export const randomSeed = (nowMs: number): number => Math.floor(nowMs / hourMs);
