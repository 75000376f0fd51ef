import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSearchReading } from '../../library/read/search-reading.ts';
import { createTestLibrary, type TestLibrary, textsIn } from '../collection/test-library.ts';
import { createSearch, type Search } from './search.ts';

let library: TestLibrary;
let search: Search;
beforeEach(() => {
  library = createTestLibrary();
  library.addSource('Music');
  search = createSearch({ reading: createSearchReading(library.reader) });
});
afterEach(() => library[Symbol.dispose]());

const find = async (
  query: string,
  page = { offset: 0, limit: Number.POSITIVE_INFINITY },
): Promise<string[]> => {
  const { runs } = await search.find(query, page);
  const items = (await textsIn(runs)).map((text) => JSON.parse(text) as { Song?: { path: string } });
  return items.map(({ Song }) => Song?.path ?? '');
};

const numbered = (count: number, titleOf: (number: number) => string) =>
  Array.from({ length: count }, (_, number) => ({
    path: `Music/${String(number).padStart(5, '0')}.mp3`,
    title: titleOf(number),
  }));

describe('a search', () => {
  it('knows every renamed song by its new words and by none of its old ones, whichever of many it is', async () => {
    const songs = numbered(300, (number) => `old${number} word${number % 7} thing${number % 31}`);
    library.addSongs(songs);
    library.index.settle();
    library.raw
      .transaction(() => {
        for (const [index, { path }] of songs.entries()) {
          const name = path.slice('Music/'.length);
          library.index.putSong(index + 1, { folderPath: 'Music', name, title: `new${index}x`, texts: [] });
        }
        library.index.settle();
      })
      .immediate();
    for (const [index, { path }] of songs.entries()) {
      expect([index, await find(`old${index}`)]).toEqual([index, []]);
      expect([index, await find(`new${index}x`)]).toEqual([index, [path]]);
    }
    expect(await find('word')).toEqual([]);
  });

  it('leaves nothing of songs that are gone', async () => {
    const songs = numbered(300, (number) => `title${number} word${number % 7}`);
    library.addSongs(songs);
    library.raw
      .transaction(() => {
        for (const index of songs.keys()) library.index.removeSong(index + 1);
        library.index.settle();
      })
      .immediate();
    expect(await find('word')).toEqual([]);
    expect(await find('title')).toEqual([]);
    expect(library.raw.prepare('SELECT count(*) FROM search_songs').pluck().get()).toBe(0);
  });

  it('shows only what matches, in order, also where most does and the first of it is walked to', async () => {
    library.addSongs(numbered(6000, (number) => (number % 2 === 0 ? 'an even one' : 'another')));
    const even = Array.from({ length: 3000 }, (_, half) => `Music/${String(2 * half).padStart(5, '0')}.mp3`);
    // Once all of it was sorted, nothing is walked any more.
    for (const offset of [0, 7, 50])
      expect(await find('even', { offset, limit: 12 })).toEqual(even.slice(offset, offset + 12));
    expect(await find('even')).toEqual(even);
    expect(await find('even', { offset: 2990, limit: 12 })).toEqual(even.slice(2990));
  });

  it('reads a result to its end although it was forgotten and others were found since', async () => {
    library.addSongs(numbered(6000, (number) => (number % 2 === 0 ? 'an even one' : 'another')));
    const forgetful = createSearch({ reading: createSearchReading(library.reader), keptBytes: 0 });
    const all = { offset: 0, limit: Number.POSITIVE_INFINITY };
    const { runs } = await forgetful.find('even', all);
    const reading = runs[Symbol.asyncIterator]();
    const first = await reading.next();
    for (const [query, count] of [
      ['mp3', 6000],
      ['even', 3000],
      ['an', 6000],
      ['another', 3000],
    ] as const)
      expect(await textsIn((await forgetful.find(query, all)).runs)).toHaveLength(count);
    async function* rest() {
      for (let part = first; part.done !== true; part = await reading.next()) yield part.value;
    }
    const paths = (await textsIn(rest())).map(
      (text) => (JSON.parse(text) as { Song: { path: string } }).Song.path,
    );
    expect(paths).toEqual(
      Array.from({ length: 3000 }, (_, half) => `Music/${String(2 * half).padStart(5, '0')}.mp3`),
    );
  });
});
