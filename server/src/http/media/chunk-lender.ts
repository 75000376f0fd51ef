import { type CachedRead, createCachedRead } from '../../platform/memory/cached-read.ts';
import { createReadTurns } from './read-turns.ts';

/** What one answer reads a file into, chunk by chunk: it has one chunk at a time. */
export interface ChunkLender {
  /** Calls back when the next chunk may be read. @param turn given what ends the turn: it was read, or will not be */
  whenTurn(turn: (end: () => void) => void): void;
  /** A buffer for the next chunk, of which `leftBytes` are left at most. */
  borrow(leftBytes: number): Buffer;
  /** Reads what can be read without waiting. */
  readonly readCached: CachedRead;
  /** The last chunk, of so many bytes, was taken after so many milliseconds, or will never be. */
  giveBack(byteCount: number, tookMs: number): void;
}

/** Read at a time for somebody who listens: what a stalled one costs in memory. */
export const smallChunkBytes = 24 * 1024;

/** Read at a time where it is taken at once: the same bytes for a fraction of the processor time. */
export const largeChunkBytes = 256 * 1024;

/** Read at a time for who goes on taking large ones at once: half of the processor time, and twice as much a second. */
export const hugeChunkBytes = 1024 * 1024;

/** So many of these are lent at once at most, whatever clients do: 4 MiB. */
export const mostHuge = 4;

/** So many large and huge chunks together: 8 MiB of large ones. */
export const mostLent = 32;

/**
 * And so many at once to those of whom it is not known whether they take all of it: they may keep what they do not take
 * for as long as they like, and leave the others to downloads.
 */
const mostLentEarly = 12;

/** A large chunk or less is taken at once within so many milliseconds: the socket had room for it. */
const atOnceMs = 5;

/** After so many chunks that were taken at once, one after the other, the next may be large. */
const takenBeforeLarge = 3;

/** After so many large ones, the next may be huge. */
const takenBeforeHuge = 8;

/** Buffers that are kept for the next who wants one. */
const mostLargeKept = 4;
const mostHugeKept = 1;

/** Handing over one chunk takes a listener longer than this, in milliseconds: the sockets are full. */
const pauseMs = 200;

/** A client counts as a download after so many bytes without a pause: no socket swallows more. */
const downloadAfterBytes = 16 * 1024 * 1024;

/** The part of what sockets swallowed lately that is expected of the next one. */
const certainShare = 0.75;

/** How much the newest pause counts: early ones are believed sooner. */
const earlierWeight = 0.5;
const laterWeight = 0.2;

/** Buffers of one size. */
const createPool = (bytes: number, mostKept: number) => {
  const kept: Buffer[] = [];
  let lent = 0;
  return {
    lent: () => lent,
    lend: (): Buffer => {
      lent += 1;
      return kept.pop() ?? Buffer.allocUnsafeSlow(bytes);
    },
    takeBack: (buffer: Buffer): void => {
      lent -= 1;
      if (kept.length < mostKept) kept.push(buffer);
    },
  };
};

/**
 * Makes lenders, one for each answer. Sockets swallow megabytes before somebody who listens makes them
 * wait, at first and after each pause; how much is learned from all answers, and goes in large chunks. What
 * comes then is small, so that few wait with a large one: those of whom it was not expected.
 */
export const createChunkLenders = (): (() => ChunkLender) => {
  const turns = createReadTurns();
  const readCached = createCachedRead();
  const larges = createPool(largeChunkBytes, mostLargeKept);
  const huges = createPool(hugeChunkBytes, mostHugeKept);
  const swallowed = { atFirst: 0, later: 0 };

  const learn = (when: keyof typeof swallowed, bytes: number): void => {
    const weight = bytes < swallowed[when] ? earlierWeight : laterWeight;
    swallowed[when] += (bytes - swallowed[when]) * weight;
  };

  return () => {
    let isNew = true;
    let when: keyof typeof swallowed = 'atFirst';
    let takenBytes = 0;
    let takenAtOnce = 0;
    let largeAtOnce = 0;
    let small: Buffer | null = null;
    let borrowed: { buffer: Buffer; pool: ReturnType<typeof createPool> } | null = null;

    /** How many may be lent already for the next to be large or huge. */
    const mostOthers = (): number => {
      const isExpected = takenBytes + largeChunkBytes <= swallowed[when] * certainShare;
      if (takenBytes >= downloadAfterBytes || isExpected) return mostLent;
      return takenAtOnce >= takenBeforeLarge ? mostLentEarly : 0;
    };

    /** Where the next chunk comes from; null for a small one. */
    const poolFor = (leftBytes: number): ReturnType<typeof createPool> | null => {
      if (leftBytes <= smallChunkBytes || larges.lent() + huges.lent() >= mostOthers()) return null;
      const isFast = largeAtOnce >= takenBeforeHuge && leftBytes > largeChunkBytes;
      return isFast && huges.lent() < mostHuge ? huges : larges;
    };

    return {
      readCached,
      whenTurn: (turn) => {
        turns.take(turn, isNew);
        isNew = false;
      },
      borrow: (leftBytes) => {
        const pool = poolFor(leftBytes);
        if (pool !== null) {
          borrowed = { pool, buffer: pool.lend() };
          return borrowed.buffer.subarray(0, leftBytes);
        }
        small ??= Buffer.allocUnsafeSlow(Math.min(smallChunkBytes, leftBytes));
        return small.subarray(0, leftBytes);
      },
      giveBack: (byteCount, tookMs) => {
        const isAtOnce = tookMs <= atOnceMs * Math.max(1, byteCount / largeChunkBytes);
        takenAtOnce = isAtOnce ? takenAtOnce + 1 : 0;
        largeAtOnce = isAtOnce && borrowed !== null ? largeAtOnce + 1 : 0;
        borrowed?.pool.takeBack(borrowed.buffer);
        borrowed = null;
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
