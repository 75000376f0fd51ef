import { describe, expect, it } from 'vitest';
import type { FeedBatch, FeedSnapshot, LibraryFeedStore } from './feed-store.ts';
import { FencedError } from './feed-store.ts';

/** A store as two processes see it. */
export interface StorePair extends AsyncDisposable {
  readonly one: LibraryFeedStore;
  readonly other: LibraryFeedStore;
}

const bytesOf = (...values: number[]) => Uint8Array.from(values);
const batch = (sequence: number, parts = 1): FeedBatch => ({
  sequence,
  previous: `chain ${sequence - 1}`,
  chain: `chain ${sequence}`,
  parts,
  sizeBytes: parts,
});
const partsOf = ({ sequence, parts }: FeedBatch) =>
  async function* () {
    for (let part = 0; part < parts; part += 1) yield bytesOf(sequence, part);
  };
const snapshot = (id: string, sequence: number): FeedSnapshot => ({
  id,
  sequence,
  chain: `chain ${sequence}`,
  chunks: 2,
  sizeBytes: 4,
  digest: 'digest',
});
const begins = { schema: 'schema', begins: true };

const append = (store: LibraryFeedStore, epoch: number, put: FeedBatch) =>
  store.append(epoch, put, partsOf(put));

const allParts = async (store: LibraryFeedStore, sequence: number) => {
  const parts: { sequence: number; part: number; isLast: boolean; bytes: Uint8Array }[] = [];
  for (let after = { sequence, part: 1000 }; ; ) {
    const more = await store.partsAfter(after);
    parts.push(...more);
    const last = more.at(-1);
    if (last === undefined) return parts;
    after = last;
  }
};

/** What every store does, whatever it keeps things in. */
export const describeStore = (name: string, open: () => Promise<StorePair>): void => {
  describe(`the feed's store: ${name}`, () => {
    it('has nothing at first', async () => {
      await using pair = await open();
      expect(await pair.one.head()).toBeNull();
      expect(await pair.one.partsAfter({ sequence: 0, part: 0 })).toEqual([]);
      expect(await pair.one.chunk('a', 0)).toBeNull();
      expect(await append(pair.one, 1, batch(1))).toBe('apart');
    });

    it('hands batches on, part by part, in order and once', async () => {
      await using pair = await open();
      await pair.one.claim(1);
      await pair.one.putSnapshot(1, snapshot('a', 4), begins);
      for (const [sequence, parts] of [
        [5, 1],
        [6, 5],
        [7, 1],
      ] as const) {
        expect(await append(pair.one, 1, batch(sequence, parts))).toBe('appended');
      }
      expect(await append(pair.one, 1, batch(6, 5))).toBe('known');
      expect(await append(pair.one, 1, { ...batch(7), chain: 'another' })).toBe('apart');
      expect(await append(pair.one, 1, batch(9))).toBe('apart');
      const seen = await allParts(pair.other, 4);
      expect(seen.map(({ sequence, part }) => [sequence, part])).toEqual([
        [5, 0],
        [6, 0],
        [6, 1],
        [6, 2],
        [6, 3],
        [6, 4],
        [7, 0],
      ]);
      expect(seen.map(({ isLast }) => isLast)).toEqual([true, false, false, false, false, true, true]);
      expect(seen.map(({ bytes }) => [...bytes])).toEqual(seen.map(({ sequence, part }) => [sequence, part]));
      expect(seen[3]).toMatchObject({ previous: 'chain 5', chain: 'chain 6' });
      expect((await allParts(pair.other, 6)).map(({ sequence }) => sequence)).toEqual([7]);
      expect(await pair.other.head()).toMatchObject({ sequence: 7, chain: 'chain 7', bytesSince: 7 });
    });

    it('keeps batches that somebody a little behind may still need, and no others', async () => {
      await using pair = await open();
      await pair.one.claim(1);
      await pair.one.putSnapshot(1, snapshot('a', 4), begins);
      for (const sequence of [5, 6, 7]) await append(pair.one, 1, batch(sequence));
      await pair.one.putSnapshot(1, snapshot('b', 6), { schema: 'schema', begins: false });
      expect((await allParts(pair.other, 0)).map(({ sequence }) => sequence)).toEqual([5, 6, 7]);
      expect(await pair.other.head()).toMatchObject({ sequence: 7, bytesSince: 1, snapshot: { id: 'b' } });
      await pair.one.putSnapshot(1, snapshot('c', 7), { schema: 'schema', begins: false });
      expect((await allParts(pair.other, 0)).map(({ sequence }) => sequence)).toEqual([7]);
      await pair.one.putSnapshot(1, snapshot('d', 2), { schema: 'new', begins: true });
      expect(await allParts(pair.other, 0)).toEqual([]);
      expect(await pair.other.head()).toMatchObject({
        sequence: 2,
        chain: 'chain 2',
        schema: 'new',
        bytesSince: 0,
      });
    });

    it('keeps the chunks of one copy', async () => {
      await using pair = await open();
      await pair.one.claim(1);
      for (const number of [0, 1]) await pair.one.putChunk(1, { id: 'a', number, bytes: bytesOf(number) });
      await pair.one.putSnapshot(1, snapshot('a', 4), begins);
      await pair.one.putChunk(1, { id: 'b', number: 0, bytes: bytesOf(7) });
      expect([...((await pair.other.chunk('a', 1)) ?? [])]).toEqual([1]);
      await pair.one.putSnapshot(1, snapshot('b', 4), { schema: 'schema', begins: false });
      expect(await pair.other.chunk('a', 1)).toBeNull();
      expect([...((await pair.other.chunk('b', 0)) ?? [])]).toEqual([7]);
    });

    it('takes nothing from a process after which another was elected', async () => {
      await using pair = await open();
      await pair.one.claim(1);
      await pair.one.putSnapshot(1, snapshot('a', 4), begins);
      await pair.other.claim(2);
      await expect(append(pair.one, 1, batch(5))).rejects.toThrow(FencedError);
      await expect(pair.one.putSnapshot(1, snapshot('b', 4), begins)).rejects.toThrow(FencedError);
      await expect(pair.one.putChunk(1, { id: 'b', number: 0, bytes: bytesOf(1) })).rejects.toThrow(
        FencedError,
      );
      await expect(pair.one.claim(1)).rejects.toThrow(FencedError);
      expect(await append(pair.other, 2, batch(5))).toBe('appended');
      expect(await pair.one.head()).toMatchObject({ sequence: 5 });
    });

    it('keeps nothing of a batch that ended in the middle', async () => {
      await using pair = await open();
      await pair.one.claim(1);
      await pair.one.putSnapshot(1, snapshot('a', 4), begins);
      const broken = async function* () {
        yield bytesOf(1);
        throw new Error('gone in the middle');
      };
      await expect(pair.one.append(1, batch(5, 2), broken)).rejects.toThrow('gone in the middle');
      expect(await allParts(pair.other, 4)).toEqual([]);
      expect(await append(pair.one, 1, batch(5, 2))).toBe('appended');
    });

    it('tells the others that something was put', async () => {
      await using pair = await open();
      await pair.one.claim(1);
      const told = Promise.withResolvers<void>();
      const leave = pair.other.onChange(told.resolve);
      await pair.one.putSnapshot(1, snapshot('a', 4), begins);
      await told.promise;
      leave();
    });
  });
};
