import { tempFolder } from '@tonearm/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultModelSettings, modelRules } from '../../../library/model/model-settings.ts';
import { openLibraryWriter } from '../../../library/open-library.ts';
import { createSearchIndex } from '../../../library/search-index/search-index-store.ts';
import { createLibrary } from '../../../library/write/create-library.ts';
import type { Library } from '../../../library/write/library.ts';
import { summaryOfSongs } from '../../../library/write/songs-summary.ts';
import { naturalKey } from '../../../platform/text/natural-key.ts';
import { unknownFormat } from '../../tags/index.ts';
import { noTags } from '../reading/read-batch.ts';
import { plainPictures } from '../tests/test-plain-pictures.ts';
import { createFolderRefresh } from './folder-refresh.ts';

interface PlainSong {
  readonly album: string | null;
  readonly artists: readonly string[];
  readonly albumArtists: readonly string[];
  readonly year: number | null;
  readonly hasPicture: boolean;
}

const distinct = <T>(values: readonly T[]): T[] => [
  ...new Map(values.map((v) => [JSON.stringify(v), v])).values(),
];

/** The one value of those that have one. */
const common = <T>(values: readonly (T | null)[]): T | null => {
  const [value, ...others] = distinct(values.filter((each) => each !== null));
  return value !== undefined && others.length === 0 ? value : null;
};

/** The artist of a folder, said in the plainest way. */
const plainArtist = (songs: readonly PlainSong[]): string | null => {
  const withArtist = songs.filter(({ artists, albumArtists }) => artists.length + albumArtists.length > 0);
  if (withArtist.length === 0) return null;
  const stated = distinct(withArtist.map((song) => song.albumArtists).filter((list) => list.length > 0));
  if (stated.length > 1) return null;
  const others = withArtist.filter((song) => song.albumArtists.length === 0).map((song) => song.artists);
  const isBy = (list: readonly string[], by: readonly string[]): boolean =>
    list.join('|') === by.join('|') || (by.length === 1 && list[0] === by[0]);
  const [first = []] = others;
  const candidates = stated.length === 1 ? stated : [first, first.slice(0, 1)];
  return candidates.find((by) => others.every((list) => isBy(list, by)))?.join('; ') ?? null;
};

const pattern = /art\d/i;

const openLibrary = (folder: string) => {
  const { raw, close } = openLibraryWriter(folder);
  const library = createLibrary({
    raw,
    search: createSearchIndex(raw),
    rules: () => modelRules(defaultModelSettings),
    songIds: () => ({ at: () => Buffer.alloc(16) }),
    nowMs: () => 0,
    beforeCommit: () => {},
    onCommit: () => {},
  });
  library.batch.begin(1);
  const folderAt = (name: string, parent: { id: number; path: string } | null) => {
    const path = parent === null ? name : `${parent.path}/${name}`;
    const [sortKey, parentId] = [naturalKey(name), parent?.id ?? null];
    const place = { sourceId: 1, parentId, name, realName: null, virtualPath: path };
    return { path, id: library.directories.insert({ ...place, sortKey, walkKey: sortKey, addedAt: 0 }) };
  };
  const row = (id: number) =>
    raw.prepare('SELECT * FROM directories WHERE id = ?').get(id) as Record<string, unknown>;
  const clear = (): void => {
    raw.exec('DELETE FROM directories; DELETE FROM songs; DELETE FROM pictures');
  };
  return { library, raw, close, folderAt, row, clear };
};

const readOf = (song: PlainSong) => {
  const text = (list: readonly string[]) => (list.length === 0 ? null : JSON.stringify(list));
  const [artists, albumArtists] = [text(song.artists), text(song.albumArtists)];
  const hasPicture = song.hasPicture ? (1 as const) : (0 as const);
  return { tags: { ...noTags, album: song.album, artists, albumArtists, year: song.year }, hasPicture };
};

const putSong = (library: Library, place: { directoryId: number; id: number }, song: PlainSong): void => {
  const name = `${place.id}.mp3`;
  library.songs.insert(
    {
      ...place,
      name,
      realName: null,
      walkKey: naturalKey(name),
      addedAt: 0,
      row: {
        ...readOf(song),
        format: unknownFormat,
        durationMs: null,
        sizeBytes: 1,
        mtimeUs: 1,
        sortKey: naturalKey(name),
        contentKey: new Uint8Array(8),
        soundKey: null,
      },
      asRead: null,
    },
    { publicId: null, anotherId: () => null, albumId: null },
  );
};

const names = (...values: string[]) => fc.uniqueArray(fc.constantFrom(...values), { maxLength: 2 });
const anySong: fc.Arbitrary<PlainSong> = fc.record({
  album: fc.constantFrom(null, 'Picnic', 'Picnic', 'Lunch "2"'),
  artists: names('Anna', 'Ben "B" \\'),
  albumArtists: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, names('Anna', 'Ben "B" \\')),
  year: fc.constantFrom(null, 1999, 1999, 2001),
  hasPicture: fc.boolean(),
});
const anyPictures = fc.uniqueArray(
  fc.constantFrom(
    ...['Art1.png', 'art2.jpg', 'Cover.WEBP', 'cover.png', 'folder.gif', 'FRONT.jpg', 'AlbumArt.bmp'],
    ...['albumart.tiff', 'back.jpg', 'cover back.jpg', 'x.cover.png'],
  ),
  { maxLength: 3 },
);

describe('what a folder shows', () => {
  it('is what the songs that say anything agree on, also before they are written', async () => {
    await using folder = await tempFolder();
    const { library, close, folderAt, row, clear } = openLibrary(folder.path);
    const refresh = createFolderRefresh(library, (name) => pattern.test(name));
    fc.assert(
      fc.property(fc.array(anySong, { maxLength: 5 }), (songs) => {
        clear();
        const { id: directoryId } = folderAt('Music', null);
        for (const [at, song] of songs.entries()) putSong(library, { directoryId, id: at + 1 }, song);
        refresh.songs(directoryId, null);
        const album = common(songs.map((song) => song.album));
        expect(row(directoryId)).toMatchObject({
          album,
          is_album: album === null ? 0 : 1,
          artist: plainArtist(songs),
          year: common(songs.map((song) => song.year)),
          song_count: songs.length,
        });
        const dates = songs.map(() => 0);
        expect(summaryOfSongs(songs.map(readOf), dates)).toEqual(library.songs.summary(directoryId));
      }),
      { numRuns: 500 },
    );
    library.batch.rollback();
    close();
  });

  it('is its own best picture, else that beside a disc folder, else an embedded one, else a lone one', async () => {
    await using folder = await tempFolder();
    const { library, close, folderAt, row, clear } = openLibrary(folder.path);
    const refresh = createFolderRefresh(library, (name) => pattern.test(name));
    const folderName = fc.constantFrom('CD 1', 'Other');
    fc.assert(
      fc.property(anyPictures, anyPictures, folderName, anySong, (own, around, name, song) => {
        clear();
        const parent = folderAt('Music', null);
        const { id: directoryId, path } = folderAt(name, parent);
        const put = (id: number, pictures: readonly string[]) => {
          for (const each of pictures) {
            library.files.putPicture(id, { name: each, realName: null, sizeBytes: 1, mtimeUs: 1 });
          }
        };
        put(directoryId, own);
        put(parent.id, around);
        putSong(library, { directoryId, id: 1 }, song);
        refresh.songs(directoryId, null);
        const above = name === 'CD 1' ? { path: parent.path, pictures: around } : null;
        const { sure, lone } = plainPictures({ path, pictures: own }, above, pattern);
        const embedded = song.hasPicture ? `${path}/1.mp3` : null;
        expect(row(directoryId)).toMatchObject({
          picture_path: sure ?? lone,
          artwork_path: sure ?? embedded ?? lone,
        });
      }),
      { numRuns: 500 },
    );
    library.batch.rollback();
    close();
  });
});
