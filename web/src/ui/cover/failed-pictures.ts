/** How long a picture that could not be had is not asked for again. */
const restMs = 5 * 60_000;
/** More addresses than this are forgotten, oldest first. */
const mostRemembered = 2_000;

/** Addresses of pictures that could not be had, for a while: a list shows the same cover many times. */
export interface FailedPictures {
  has(src: string): boolean;
  add(src: string): void;
}

/** @param nowMs a clock that never jumps */
export const createFailedPictures = (nowMs: () => number): FailedPictures => {
  const failedAtMs = new Map<string, number>();
  return {
    has(src) {
      const atMs = failedAtMs.get(src);
      return atMs !== undefined && nowMs() - atMs < restMs;
    },
    add(src) {
      failedAtMs.delete(src);
      failedAtMs.set(src, nowMs());
      const [oldest] = failedAtMs.keys();
      if (failedAtMs.size > mostRemembered && oldest !== undefined) failedAtMs.delete(oldest);
    },
  };
};

/** Those of this page. */
export const failedPictures = createFailedPictures(() => performance.now());
