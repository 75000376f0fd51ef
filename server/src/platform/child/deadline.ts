/** Stands for an answer that did not come in time. */
export const late = Symbol('late');

/**
 * Waits for a promise no longer than a time: a folder on a dead network drive answers never. The promise
 * itself goes on.
 */
export const withinTime = async <T>(promise: Promise<T>, limitMs: number): Promise<T | typeof late> => {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<typeof late>((resolve) => {
    timer = setTimeout(() => resolve(late), limitMs);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
};
