import { createReadTurns } from './read-turns.ts';

/** What one answer reads a file into, chunk by chunk: it has one chunk at a time. */
export interface ChunkLender {
  /** Calls back when the next chunk may be read. @param turn given what ends the turn: it was read, or will not be */
  whenTurn(turn: (end: () => void) => void): void;
  /** A buffer for the next chunk, of which `leftBytes` are left at most. */
  borrow(leftBytes: number): Buffer;
  /** The last chunk, of so many bytes, was taken after so many milliseconds, or will never be. */
  giveBack(byteCount: number, tookMs: number): void;
}

/** Read at a time for somebody who listens: what a stalled one costs in memory. */
export const smallChunkBytes = 24 * 1024;

/** Read at a time where it is taken at once: the same bytes for a fraction of the processor time. */
export const largeChunkBytes = 256 * 1024;

/** So many large chunks are lent at once at most, whatever clients do: 8 MiB. */
export const mostLent = 32;

/**
 * And so many at once to those of whom it is not known whether they take all of it: they may keep what they do not take
 * for as long as they like, and leave the others to downloads.
 */
const mostLentEarly = 12;

/** A chunk is taken at once within so many milliseconds: the socket had room for it. */
const atOnceMs = 5;

/** After so many chunks that were taken at once, one after the other, the next may be large. */
const takenBeforeLarge = 3;

/** Large buffers that are kept for the next who wants one. */
const mostKept = 4;

/** Handing over one chunk takes a listener longer than this, in milliseconds: the sockets are full. */
const pauseMs = 200;

/** A client counts as a download after so many bytes without a pause: no socket swallows more. */
const downloadAfterBytes = 16 * 1024 * 1024;

/** The part of what sockets swallowed lately that is expected of the next one. */
const certainShare = 0.75;

/** How much the newest pause counts: early ones are believed sooner. */
const earlierWeight = 0.5;
const laterWeight = 0.2;

/**
 * Makes lenders, one for each answer. Sockets swallow megabytes before somebody who listens makes them
 * wait, at first and after each pause; how much is learned from all answers, and goes in large chunks. What
 * comes then is small, so that few wait with a large one: those of whom it was not expected.
 */
export const createChunkLenders = (): (() => ChunkLender) => {
  const turns = createReadTurns();
  const kept: Buffer[] = [];
  const swallowed = { atFirst: 0, later: 0 };
  let lent = 0;

  const learn = (when: keyof typeof swallowed, bytes: number): void => {
    const weight = bytes < swallowed[when] ? earlierWeight : laterWeight;
    swallowed[when] += (bytes - swallowed[when]) * weight;
  };

  return () => {
    let isNew = true;
    let when: keyof typeof swallowed = 'atFirst';
    let takenBytes = 0;
    let takenAtOnce = 0;
    let small: Buffer | null = null;
    let large: Buffer | null = null;

    /** How many large chunks may be lent already for the next to be one. */
    const mostOthers = (): number => {
      const isExpected = takenBytes + largeChunkBytes <= swallowed[when] * certainShare;
      if (takenBytes >= downloadAfterBytes || isExpected) return mostLent;
      return takenAtOnce >= takenBeforeLarge ? mostLentEarly : 0;
    };

    return {
      whenTurn: (turn) => {
        turns.take(turn, isNew);
        isNew = false;
      },
      borrow: (leftBytes) => {
        if (leftBytes > smallChunkBytes && lent < mostOthers()) {
          lent += 1;
          large = kept.pop() ?? Buffer.allocUnsafeSlow(largeChunkBytes);
          return large.subarray(0, Math.min(largeChunkBytes, leftBytes));
        }
        small ??= Buffer.allocUnsafeSlow(Math.min(smallChunkBytes, leftBytes));
        return small.subarray(0, Math.min(small.length, leftBytes));
      },
      giveBack: (byteCount, tookMs) => {
        if (large !== null) {
          lent -= 1;
          if (kept.length < mostKept) kept.push(large);
          large = null;
        }
        takenAtOnce = tookMs <= atOnceMs ? takenAtOnce + 1 : 0;
        if (tookMs <= pauseMs) {
          takenBytes += byteCount;
          return;
        }
        learn(when, takenBytes);
        when = 'later';
        takenBytes = 0;
      },
    };
  };
};
