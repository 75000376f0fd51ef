import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ManifestSong, makeLibrary } from '@tonearm/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hitStatements } from '../../library/read/hits-store.ts';
import { createSearchReading } from '../../library/read/search-reading.ts';
import { wordsOf } from '../../library/search-index/search-words.ts';
import { splitLast } from '../../platform/paths/virtual-path.ts';
import { foldText } from '../../platform/text/fold.ts';
import { createTestLibrary, type TestLibrary, textsIn } from '../collection/test-library.ts';
import { createSearch, type Search } from './search.ts';

const terms = [
  ...[
    'love',
    'night',
    'the',
    'river',
    'kaleidoscope',
    'obsidian tundra',
    'quiet river',
    'river quiet',
    'lo',
    'zx',
  ],
  ...[
    'qu',
    'a',
    'e',
    'jazz',
    'live',
    'various',
    '夜',
    '東京',
    'ラジオ',
    'ночь',
    'чёрный',
    'черный',
    'café',
    'cafe',
  ],
  ...[
    'ångström',
    'straße',
    'strasse',
    '사랑',
    'ليل',
    'रात',
    '🎸',
    '50%',
    '#1',
    "'s",
    '"',
    '&',
    '%2e',
    'st.john',
  ],
  ...[
    '.mp3',
    'mp3',
    '01',
    '/01',
    'music/',
    '(live)',
    '_',
    '-',
    'Xylophantom',
    'nosuchwordanywhere',
    'music love',
  ],
];

let library: TestLibrary;
let songs: ManifestSong[];
let search: Search;

beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'rows-'));
  const { manifestFile } = makeLibrary({ out: folder, songs: 1500, light: 'rows' });
  songs = readFileSync(manifestFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ManifestSong);
  rmSync(folder, { recursive: true });
  library = createTestLibrary();
  library.addSource('Music');
  library.addSongs(
    songs.map(({ path, tags }) => ({
      path: `Music/${path}`,
      artists: tags.artists ?? [],
      albumArtists: tags.albumArtists ?? [],
      ...(tags.title === undefined ? {} : { title: tags.title }),
      ...(tags.album === undefined ? {} : { album: tags.album }),
    })),
  );
  search = createSearch({ reading: createSearchReading(library.reader) });
});
afterAll(() => library[Symbol.dispose]());

/** How many songs a plain look at every text shows. */
const songCountOf = (query: string): number => {
  const words = wordsOf(query);
  const holdsAll = (texts: readonly string[]) =>
    words.every((word) => texts.some((text) => text.includes(word)));
  return songs.filter(({ path, tags }) => {
    const { folder, name } = splitLast(`Music/${path}`);
    const own = [
      name,
      tags.title ?? '',
      ...(tags.artists ?? []),
      ...(tags.albumArtists ?? []),
      tags.album ?? '',
    ];
    const folded = own.map(foldText);
    return (
      holdsAll(folded) || (!holdsAll([foldText(folder)]) && holdsAll([foldText(`Music/${path}`), ...folded]))
    );
  }).length;
};

describe('search in a library of many scripts and awkward names', () => {
  it.each(terms)('counts the songs with %j as a plain look does', async (term) => {
    const { runs, total } = await search.find(term, { offset: 0, limit: Number.POSITIVE_INFINITY });
    const found = await textsIn(runs);
    expect(found.filter((item) => item.startsWith('{"Song"')).length).toBe(songCountOf(term));
    expect(total).toBe(found.length);
  });

  it('orders by an index', () => {
    for (const sql of Object.values(hitStatements)) {
      const parameters = [...sql.matchAll(/\?/g)].map(() => null);
      const plan = library.raw
        .prepare<null[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
        .all(...parameters)
        .map((step) => step.detail);
      expect(plan.filter((step) => /TEMP B-TREE|^SCAN/.test(step))).toEqual([]);
    }
  });
});
