import { renameSync, rmSync } from 'node:fs';
import { library, tempFolder } from '@tonearm/testkit';
import { describe, expect, it } from 'vitest';
import { createHitsStore, createPostingReader, createSearch } from '../search/index.ts';
import { createTestScanner, type TestScanner } from './test-scan.ts';

/** What a query finds: paths, folders first. */
const find = async ({ library: reader }: TestScanner, query: string): Promise<string[]> => {
  const search = createSearch({ reader: createPostingReader(reader), store: createHitsStore(reader) });
  const { runs } = await search.find(query, { offset: 0, limit: 100 });
  return [...runs].flat().map((text) => {
    const item = JSON.parse(text) as { Directory?: { path: string }; Song?: { path: string } };
    return item.Directory?.path ?? item.Song?.path ?? '';
  });
};

describe('a source that gets another name', () => {
  it('is found by it, with all that is there of it', async () => {
    await using folder = await tempFolder();
    const root = folder.join('music');
    await library()
      .song('Album/love.mp3', { title: 'Love' })
      .song('Gone/love.mp3', { title: 'Love' })
      .writeTo(root);
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: root }];
    await test.scan();
    rmSync(`${root}/Gone`, { recursive: true });
    await test.scan();
    test.sources = [{ name: 'Tunes', realPath: root }];
    await test.scan();
    expect(await find(test, 'tunes love')).toEqual(['Tunes/Album/love.mp3']);
    expect(await find(test, 'tunes gone')).toEqual([]);
    expect(await find(test, 'music love')).toEqual([]);
  });

  it('is followed before what moves within it in the same scan', async () => {
    await using folder = await tempFolder();
    const root = folder.join('music');
    await library().song('a.flac').song('b.flac').song('c.flac').song('d.flac').writeTo(root);
    await using test = createTestScanner(folder.join('data'));
    test.sources = [{ name: 'Music', realPath: root }];
    await test.scan();
    renameSync(`${root}/a.flac`, `${root}/moved.flac`);
    test.sources = [{ name: 'Tunes', realPath: root }];
    const blocks: string[][] = [];
    test.onMoves((moves) => blocks.push(moves));
    await test.scan();
    await expect.poll(() => blocks.flat()).toHaveLength(5);
    expect(blocks).toHaveLength(2);
    expect(blocks[1]).toEqual(['Tunes/a.flac → Tunes/moved.flac']);
  });
});
