import { rmSync } from 'node:fs';
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
});
