import { collectGarbage } from './collect-garbage.ts';

/** More bytes than this, and a small collection of garbage costs less than what it spares. */
const worthwhileBytes = 2 * 1024 * 1024;

/**
 * Collects young garbage whenever so many bytes of buffers have passed through. V8 counts the bytes of buffers, but a
 * small collection (half a millisecond) waits for objects of its own; so every ten megabytes of them bring on a full one,
 * with pauses of 10 to 50 milliseconds. With four megabytes in place of two there still was one in every other answer of
 * 38.
 * @param collect what collects
 * @param every how many bytes
 * @returns hears how many bytes passed
 */
export const createPassingBytes = (
  collect: () => void = () => collectGarbage({ type: 'minor', execution: 'sync' }),
  every: number = worthwhileBytes,
): ((byteCount: number) => void) => {
  let bytes = 0;
  return (byteCount) => {
    bytes += byteCount;
    if (bytes < every) return;
    bytes = 0;
    collect();
  };
};
