import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ChunkLender,
  createChunkLenders,
  hugeChunkBytes,
  largeChunkBytes,
  mostHuge,
  mostLent,
  smallChunkBytes,
} from './chunk-lender.ts';

const plenty = 64 * 1024 * 1024;
const atOnce = 1;
const afterPause = 3000;

/** Takes chunks at once until a socket that swallows so many bytes is full. @returns the sizes of the chunks */
const fill = (chunks: ChunkLender, swallowsBytes: number): number[] => {
  const sizes: number[] = [];
  for (let taken = 0; taken < swallowsBytes; ) {
    const { length } = chunks.borrow(plenty);
    taken += length;
    sizes.push(length);
    chunks.giveBack(length, taken < swallowsBytes ? atOnce : afterPause);
  }
  return sizes;
};

/** Takes some chunks at once and no more. @returns the size of the chunk that is kept */
const stall = (chunks: ChunkLender): number => {
  for (let taken = 0; taken < 3; taken += 1) chunks.giveBack(chunks.borrow(plenty).length, atOnce);
  return chunks.borrow(plenty).length;
};

describe('chunks of answers', () => {
  it('are large while sockets swallow them, and small where listeners come to wait', () => {
    const lend = createChunkLenders();
    const stalled = Array.from({ length: 12 }, () => stall(lend()));
    expect(stalled.at(-1)).toBe(largeChunkBytes);
    expect(new Set(fill(lend(), 5_000_000))).toEqual(new Set([smallChunkBytes]));
    for (let listener = 0; listener < 20; listener += 1) fill(lend(), 5_000_000);
    const sizes = fill(lend(), 5_000_000);
    expect(sizes[0]).toBe(largeChunkBytes);
    expect(sizes.at(-1)).toBe(smallChunkBytes);
    expect(sizes.length).toBeLessThan(70);
  });

  it('are large as soon as some were taken at once, for a few answers', () => {
    const lend = createChunkLenders();
    const small = [smallChunkBytes, smallChunkBytes, smallChunkBytes];
    const sizes = fill(lend(), 1_000_000);
    expect(sizes).toEqual([...small, largeChunkBytes, largeChunkBytes, largeChunkBytes, largeChunkBytes]);
    for (let stalled = 0; stalled < 12; stalled += 1) expect(stall(lend())).toBe(largeChunkBytes);
    expect(stall(lend())).toBe(smallChunkBytes);
  });

  it('are huge for who goes on taking large ones, for a few at once', () => {
    const lend = createChunkLenders();
    const answers = Array.from({ length: mostHuge + 1 }, () => lend());
    const kept = answers.map((chunks) => {
      const sizes: number[] = [];
      for (let taken = 0; taken < 11; taken += 1) {
        sizes.push(chunks.borrow(plenty).length);
        chunks.giveBack(sizes.at(-1) ?? 0, atOnce);
      }
      expect(new Set(sizes)).toEqual(new Set([smallChunkBytes, largeChunkBytes]));
      return chunks.borrow(plenty).length;
    });
    expect(kept).toEqual([...Array.from({ length: mostHuge }, () => hugeChunkBytes), largeChunkBytes]);
    // As fast as a gigabit a second.
    answers[0]?.giveBack(hugeChunkBytes, 9);
    expect(answers[0]?.borrow(plenty)).toHaveLength(hugeChunkBytes);
    answers[0]?.giveBack(hugeChunkBytes, 50);
    expect(answers[0]?.borrow(plenty)).toHaveLength(smallChunkBytes);
  });

  it('are small again for who did not take one at once', () => {
    const chunks = createChunkLenders()();
    fill(chunks, 1_000_000);
    expect(chunks.borrow(plenty)).toHaveLength(smallChunkBytes);
  });

  it('are large for a download, whoever stands still', () => {
    const lend = createChunkLenders();
    for (let stalled = 0; stalled < 100; stalled += 1) stall(lend());
    const sizes = fill(lend(), plenty);
    expect(sizes[0]).toBe(smallChunkBytes);
    expect(sizes.at(-1)).toBe(hugeChunkBytes);
    const small = sizes.filter((size) => size === smallChunkBytes).length;
    expect(small).toBe(Math.ceil((16 * 1024 * 1024) / smallChunkBytes));
  });

  it('are no larger than what is left', () => {
    const chunks = createChunkLenders()();
    expect(chunks.borrow(10_000)).toHaveLength(10_000);
    chunks.giveBack(10_000, atOnce);
    expect(chunks.borrow(7)).toHaveLength(7);
  });

  it('are large for a bounded number of answers, whatever clients do', () => {
    const deed = fc.record({ who: fc.nat(99), tookMs: fc.constantFrom(atOnce, atOnce, afterPause) });
    fc.assert(
      fc.property(fc.array(deed, { maxLength: 500 }), (deeds) => {
        const lend = createChunkLenders();
        for (let listener = 0; listener < 20; listener += 1) fill(lend(), 5_000_000);
        const answers = Array.from({ length: 100 }, () => ({ chunks: lend(), length: 0 }));
        const held = (bytes: number): number => answers.filter(({ length }) => length === bytes).length;
        for (const { who, tookMs } of deeds) {
          const answer = answers[who];
          if (answer === undefined) continue;
          if (answer.length > 0) answer.chunks.giveBack(answer.length, tookMs);
          answer.length = answer.length > 0 ? 0 : answer.chunks.borrow(plenty).length;
          expect(held(largeChunkBytes) + held(hugeChunkBytes)).toBeLessThanOrEqual(mostLent);
          expect(held(hugeChunkBytes)).toBeLessThanOrEqual(mostHuge);
        }
        for (const { chunks, length } of answers) if (length > 0) chunks.giveBack(length, atOnce);
        // All came back: as many may be large again.
        const after = Array.from({ length: 100 }, () => lend().borrow(plenty).length);
        expect(after.filter((length) => length > smallChunkBytes)).toHaveLength(mostLent);
      }),
    );
  });
});
