import { renameSync, rmSync } from 'node:fs';
import { library, tempFolder } from '@tonearm/testkit';
import { describe, expect, it } from 'vitest';
import { createSearchReading } from '../../../library/read/search-reading.ts';
import { textsIn } from '../../collection/test-library.ts';
import { createSearch } from '../../search/index.ts';
import { createTestScanner, type TestScanner } from '../tests/test-scan.ts';

/** What a query finds: paths, folders first. */
const find = async ({ library: reader }: TestScanner, query: string): Promise<string[]> => {
  const search = createSearch({ reading: createSearchReading(reader) });
  const { runs } = await search.find(query, { offset: 0, limit: 100 });
  return (await textsIn(runs)).map((text) => {
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

  it('is known by its folder when another one had that name, or takes its own', async () => {
    await using folder = await tempFolder();
    for (const name of ['one', 'two', 'three']) {
      await library().song(`${name}.flac`).writeTo(folder.join(name));
    }
    await using test = createTestScanner(folder.join('data'));
    const named = (names: Record<string, string>) =>
      Object.entries(names).map(([name, at]) => ({ name, realPath: folder.join(at) }));
    test.sources = named({ A: 'one', B: 'two', C: 'three' });
    await test.scan();
    const ids = ['A/one.flac', 'B/two.flac'].map((path) => test.song(path)?.['id']);
    // A and B change names, and C is taken out.
    test.sources = named({ B: 'one', A: 'two' });
    await test.scan();
    expect(['B/one.flac', 'A/two.flac'].map((path) => test.song(path)?.['id'])).toEqual(ids);
    expect(test.songs()).toEqual(['A/two.flac', 'B/one.flac']);
    expect(test.scanner.status().files_read).toBe(0);
    await expect.poll(() => test.moves).toHaveLength(4);
    const places = test.moves.map((move) => move.split(' → '));
    const endOf = (path: string) => places.reduce((at, [from, to = '']) => (at === from ? to : at), path);
    expect(['A/one.flac', 'B/two.flac'].map(endOf)).toEqual(['B/one.flac', 'A/two.flac']);
    // One is taken out, and the other takes its name.
    test.sources = named({ A: 'one' });
    await test.scan();
    expect(test.song('A/one.flac')?.['id']).toBe(ids[0]);
    expect(test.songs()).toEqual(['A/one.flac']);
    // The same name for another folder.
    test.sources = named({ A: 'two' });
    await test.scan();
    expect(test.songs()).toContain('A/two.flac');
  });
});
