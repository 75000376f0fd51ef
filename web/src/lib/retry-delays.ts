const delaysMs = [1_000, 2_000, 5_000];
const restMs = 10_000;

/** How long to wait before a server that did not answer is asked again, in milliseconds. @param attempt from 0 */
export const retryDelayMs = (attempt: number): number => delaysMs[attempt] ?? restMs;
