/** How long a picture that could not be had is not asked for again. */
const restMs = 5 * 60_000;
/** More addresses than this are forgotten, oldest first. */
const mostRemembered = 2_000;

/**
 * Addresses of pictures that could not be had, for a while: a list shows the same cover many times. `returnCount`
 * counts how often the server came back: what failed before it did is tried again.
 */
export interface FailedPictures {
  has(src: string, returnCount: number): boolean;
  add(src: string, returnCount: number): void;
}

/** @param nowMs a clock that never jumps */
export const createFailedPictures = (nowMs: () => number): FailedPictures => {
  const failures = new Map<string, { readonly atMs: number; readonly returnCount: number }>();
  return {
    has(src, returnCount) {
      const failed = failures.get(src);
      return failed?.returnCount === returnCount && nowMs() - failed.atMs < restMs;
    },
    add(src, returnCount) {
      failures.delete(src);
      failures.set(src, { atMs: nowMs(), returnCount });
      const [oldest] = failures.keys();
      if (failures.size > mostRemembered && oldest !== undefined) failures.delete(oldest);
    },
  };
};

/** Those of this page. */
export const failedPictures = createFailedPictures(() => performance.now());
