import { type TempFolder, tempFolder } from '@tonearm/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestState } from '../../../test/test-state.ts';
import { createChunkReader, createChunkReaders } from './chunk-reading.ts';
import { removeContent, type StoredPlaylist } from './playlist-store.ts';
import { addChunks, beginContent } from './playlist-writing-store.ts';

let folder: TempFolder;
let state: ReturnType<typeof openTestState>;
beforeEach(async () => {
  folder = await tempFolder();
  state = openTestState(folder.path);
});
afterEach(async () => {
  state.close();
  await folder[Symbol.asyncDispose]();
});

const row = (contentId: number, chunk: number): string => `["${contentId} ${chunk}"]`;

/** Contents of so many rows each. */
const write = async (lengths: readonly number[]): Promise<StoredPlaylist[]> => {
  const all: StoredPlaylist[] = [];
  for (const chunkCount of lengths) {
    const contentId = await beginContent(state.query, 0);
    const rows = Array.from({ length: chunkCount }, (_, chunk) => Buffer.from(row(contentId, chunk)));
    await addChunks(state.query, { contentId, chunk: 0 }, rows);
    all.push({ contentId, chunkCount });
  }
  return all;
};

describe('rows of a playlist', () => {
  it.each([1, 5, 6, 100])('of %i are those that are asked for, in any order', async (length) => {
    const [content] = await write([length]);
    const { contentId } = content as StoredPlaylist;
    const read = createChunkReader(state.query, content as StoredPlaylist);
    const order = Array.from({ length }, (_, chunk) => chunk);
    for (const chunk of [...order, ...order.toReversed(), ...order.filter((each) => each % 3 === 0)])
      expect(await read(chunk)).toBe(row(contentId, chunk));
    await expect(read(length)).rejects.toThrow('was replaced meanwhile');
  });

  it('that were read with others are known, though the playlist is gone since', async () => {
    for (const length of [5, 40]) {
      const [content] = await write([length]);
      const read = createChunkReader(state.query, content as StoredPlaylist);
      const { contentId } = content as StoredPlaylist;
      for (const chunk of [0, 1]) await read(chunk);
      await removeContent(state.query, contentId, length);
      expect(await read(1)).toBe(row(contentId, 1));
      // A long one is read in parts, of which the last is known.
      if (length === 40) await expect(read(0)).rejects.toThrow('was replaced meanwhile');
      else expect(await read(0)).toBe(row(contentId, 0));
    }
  });

  it('of many playlists are those that are asked for, whichever are wanted', async () => {
    const all = await write([1, 0, 5, 31, 2, 33, 1, 32, 3]);
    for (const isWanted of [
      () => true,
      () => false,
      ({ contentId }: StoredPlaylist) => contentId % 2 === 0,
    ]) {
      const readers = createChunkReaders(state.query, all, isWanted);
      for (const [at, { contentId, chunkCount }] of [...all.entries(), ...[...all.entries()].toReversed()])
        for (let chunk = 0; chunk < chunkCount; chunk += 1)
          expect(await readers[at]?.(chunk)).toBe(row(contentId, chunk));
      await expect(readers[1]?.(0)).rejects.toThrow('was replaced meanwhile');
    }
  });

  it('that are being removed are never taken for others', async () => {
    const all = await write([10, 3]);
    const [readers, { contentId }] = [
      createChunkReaders(state.query, all, () => true),
      all[0] as StoredPlaylist,
    ];
    await removeContent(state.query, contentId, 4);
    await expect(readers[0]?.(0)).rejects.toThrow('was replaced meanwhile');
    expect(await readers[0]?.(4)).toBe(row(contentId, 4));
    expect(await readers[1]?.(2)).toBe(row(all[1]?.contentId ?? 0, 2));
  });
});
