import type { Directory, Song } from '@tonearm/contract';
import { describe, expect, it } from 'vitest';
import { type CollectionItem, itemFromDirectory, itemFromSong } from '../../api/collection.ts';
import { bareSong } from '../../player/core/test-songs.ts';
import { breadcrumbsOf } from './breadcrumbs.ts';
import { discGroupsOf } from './disc-groups.ts';
import { folderHeadingOf } from './folder-heading.ts';
import { viewModeOf } from './view-mode.ts';

const firstSong: Song = {
  ...bareSong,
  path: 'Music/Heron/Picnic/01.mp3',
  title: 'First',
  artist: 'Heron',
  album: 'Picnic',
  artwork: 'Music/Heron/Picnic/Folder.jpg',
  track_number: 1,
  year: 2016,
  duration: 200,
};
const song = (fields: Partial<Song> = {}): CollectionItem => itemFromSong({ ...firstSong, ...fields });
const folder = (fields: Partial<Directory> = {}): CollectionItem =>
  itemFromDirectory({
    path: 'Music/Heron/Picnic',
    artist: 'Heron',
    year: 2016,
    album: 'Picnic',
    artwork: 'Music/Heron/Picnic/Folder.jpg',
    date_added: 0,
    ...fields,
  });

describe('the view of a folder', () => {
  it('is an album when all items are songs of one album with artwork', () => {
    expect(viewModeOf([song(), song({ title: 'Second' })])).toBe('album');
  });

  it('is an album although some of its songs do not say which', () => {
    expect(viewModeOf([song({ album: null }), song(), song({ album: null, artwork: null })])).toBe('album');
  });

  it('is a discography when there are only folders, all with album and artwork', () => {
    expect(viewModeOf([folder(), folder({ album: 'Ripples' })])).toBe('discography');
  });

  it.each([
    ['nothing', []],
    ['songs of two albums', [song(), song({ album: 'Ripples' })]],
    ['songs without an album', [song({ album: null }), song({ album: null })]],
    [
      'loose songs of which some name an album',
      [song({ artwork: null }), song({ artwork: null, album: null })],
    ],
    ['a folder without album', [folder(), folder({ album: null })]],
    ['folders beside songs', [folder(), song()]],
  ])('is the explorer for %s', (_, items) => {
    expect(viewModeOf(items)).toBe('explorer');
  });
});

it('a view needs no pictures', () => {
  expect(viewModeOf([song({ artwork: null })])).toBe('album');
  expect(viewModeOf([folder(), folder({ artwork: null })])).toBe('discography');
});

describe('the heading of a folder', () => {
  it('is the album and artist that all songs share', () => {
    expect(folderHeadingOf('Music/x', [song(), song()])).toEqual({ header: 'Picnic', subheader: 'Heron' });
  });

  it('prefers the album artist to the artists', () => {
    const songs = [
      song({ album_artist: 'Various', artist: 'A' }),
      song({ album_artist: 'Various', artist: 'B' }),
    ];
    expect(folderHeadingOf('Music/x', songs).subheader).toBe('Various');
  });

  it('is what those songs say that say anything', () => {
    const bare = song({ album: null, artist: null });
    expect(folderHeadingOf('Music/x', [bare, song(), bare])).toEqual({
      header: 'Picnic',
      subheader: 'Heron',
    });
    expect(folderHeadingOf('Music/x', [bare, song(), song({ album: 'Ripples' })]).header).toBe('x');
    expect(folderHeadingOf('Music/x', [bare])).toEqual({ header: 'x', subheader: null });
  });

  it.each<[string, Partial<Song>[], string | null]>([
    ['a guest on one song', [{ artist: 'Heron' }, { artist: 'Heron; Wren' }], 'Heron'],
    ['two who always play together', [{ artist: 'Heron; Wren' }, { artist: 'Heron; Wren' }], 'Heron; Wren'],
    ['another artist', [{ artist: 'Heron' }, { artist: 'Wren; Heron' }], null],
    ['album artists that differ', [{ album_artist: 'A' }, { album_artist: 'B' }], null],
    ['a song without album artist', [{ album_artist: 'Heron' }, { artist: 'Heron; Wren' }], 'Heron'],
    ['a song of somebody else', [{ album_artist: 'Heron' }, { artist: 'Wren' }], null],
  ])('names the artist with %s', (_, songs, artist) => {
    expect(folderHeadingOf('Music/x', songs.map(song)).subheader).toBe(artist);
  });

  it('leaves a folder to its name when one of its folders is no album', () => {
    expect(folderHeadingOf('Music/Heron', [folder(), folder({ album: null })]).header).toBe('Heron');
  });

  it('is the last part of the path where albums differ', () => {
    const items = [folder(), folder({ album: 'Ripples' })];
    expect(folderHeadingOf('Music/Heron', items)).toEqual({ header: 'Heron', subheader: 'Heron' });
  });

  it('is the album where the discs of one album lie side by side', () => {
    const items = [folder({ path: 'Music/Picnic/CD1' }), folder({ path: 'Music/Picnic/CD2' })];
    expect(folderHeadingOf('Music/Picnic (2016)', items).header).toBe('Picnic');
  });

  it('is the album of a single folder', () => {
    expect(folderHeadingOf('Music/Heron', [folder()])).toEqual({ header: 'Picnic', subheader: 'Heron' });
  });

  it('has no subheader where artists differ', () => {
    const items = [folder(), folder({ artist: 'Wren' })];
    expect(folderHeadingOf('Music/x', items).subheader).toBeNull();
  });

  it("is 'All Music' at the root", () => {
    expect(folderHeadingOf('', [])).toEqual({ header: 'All Music', subheader: null });
  });
});

describe('the way to a folder', () => {
  it('starts at the whole collection', () => {
    expect(breadcrumbsOf('', 'All Music')).toEqual([{ label: 'All Music', path: '' }]);
  });

  it('has a step for every part of the path, whatever it is called', () => {
    expect(breadcrumbsOf('Music/50% off?/#1', 'All Music').slice(1)).toEqual([
      { label: 'Music', path: 'Music' },
      { label: '50% off?', path: 'Music/50% off?' },
      { label: '#1', path: 'Music/50% off?/#1' },
    ]);
  });
});

describe('discs of an album', () => {
  const tracks = (list: readonly (readonly [number | null, number | null])[]) =>
    discGroupsOf(list.map(([disc_number, track_number]) => ({ ...bareSong, disc_number, track_number }))).map(
      ({ disc, songs }) => [disc, songs.map((entry) => entry.track_number)],
    );

  it('come in order, each by track number', () => {
    expect(
      tracks([
        [2, 1],
        [1, 10],
        [1, 2],
      ]),
    ).toEqual([
      [1, [2, 10]],
      [2, [1]],
    ]);
  });

  it('count a song without a disc to the first, and put songs without a number last', () => {
    expect(
      tracks([
        [null, null],
        [1, 3],
        [null, 1],
      ]),
    ).toEqual([[1, [1, 3, null]]]);
  });
});
