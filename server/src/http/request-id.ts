/** Tells processes apart: when this one began, and its number. */
const processTag = `${Math.trunc(performance.timeOrigin).toString(36)}${process.pid.toString(36)}`;

let count = 0;

/**
 * Another one for each request, by which a line of the log is found. Nothing about it is secret, so that cryptography is
 * not loaded for the first answer.
 */
export const nextRequestId = (): string => {
  count += 1;
  return `${processTag}-${count.toString(36)}`;
};
