import type { Page } from 'playwright-core';
import { browseRoute, button, linkIn, main, songIn } from '../parts.ts';
import type { State } from './state.ts';

const heading = (name: string | RegExp) => (page: Page) =>
  main(page).getByRole('heading', { level: 1, name });
const text = (words: string | RegExp) => (page: Page) => main(page).getByText(words).first();
const song = (title: string) => (page: Page) => songIn(page, title);
const link = (name: string) => (page: Page) => linkIn(page, name);

/** Screens of the collection's folders. */
const folders: readonly State[] = [
  { name: 'all music', at: '#/browse', show: link('Music') },
  { name: 'source', at: browseRoute('Music'), show: link('Anna') },
  { name: 'artist folder', at: browseRoute('Music/Anna'), show: link('Ripples') },
  { name: 'album folder', at: browseRoute('Music/Anna/Picnic'), show: song('Picnic 1') },
  { name: 'album of two discs', at: browseRoute('Music/Anna/Ripples'), show: song('Ripples 6') },
  { name: 'mixed folder', at: browseRoute('Music/Loose'), show: song('untitled take') },
  {
    name: 'long names',
    at: browseRoute('Music/Long'),
    show: (page) => main(page).getByRole('grid').getByRole('link').first(),
  },
  { name: 'missing folder', at: '#/browse/gone', show: text('This folder is not in the collection.') },
  { name: 'random', at: '#/random', show: (page) => main(page).getByRole('grid').getByRole('link').first() },
  { name: 'recently added', at: '#/recent', show: link('Picnic') },
];

/** Screens of what tags tell. */
const music: readonly State[] = [
  { name: 'home', at: '#/home', show: (page) => main(page).getByRole('region').first() },
  ...['recently_played', 'most_played', 'forgotten_favourites'].map(
    (shelf): State => ({
      name: `shelf ${shelf}`,
      at: `#/home/${shelf}`,
      show: (page) => main(page).getByRole('heading', { level: 1 }),
    }),
  ),
  ...['added', 'played', 'title', 'artist', 'year', 'random'].map(
    (order): State => ({
      name: `albums by ${order}`,
      at: `#/albums/${order}`,
      show: (page) => button(main(page), 'List'),
    }),
  ),
  { name: 'albums that a filter leaves', at: '#/albums/title/picnic', show: link('Picnic') },
  { name: 'no album left', at: '#/albums/title/zzzz', show: heading('Albums') },
  { name: 'album', at: ({ album }) => `#/album/${album}`, show: heading('Picnic') },
  {
    name: 'album with a long name',
    at: ({ longAlbum }) => `#/album/${longAlbum}`,
    show: (page) => main(page).getByRole('heading', { level: 1 }),
  },
  { name: 'missing album', at: '#/album/gone', show: text('This is not in the collection.') },
  { name: 'artists', at: '#/artists', show: link('Anna') },
  ...['composer', 'performer', 'conductor'].map(
    (role): State => ({
      name: `artists: ${role}`,
      at: `#/artists/${role}`,
      show: (page) => main(page).getByRole('heading', { level: 1 }),
    }),
  ),
  { name: 'artist', at: ({ artist }) => `#/artist/${artist}`, show: heading('Anna') },
  { name: 'composer', at: ({ composer }) => `#/artist/${composer}`, show: heading('Dora') },
  {
    name: 'works',
    at: ({ composer }) => `#/works/${composer}`,
    show: (page) => main(page).getByRole('heading', { level: 1 }),
  },
  { name: 'genres', at: '#/genres', show: (page) => main(page).getByRole('link', { name: /Chamber/ }) },
  {
    name: 'genres by songs',
    at: '#/genres/songs',
    show: (page) => main(page).getByRole('link', { name: /Chamber/ }),
  },
  { name: 'genre', at: ({ genre }) => `#/genre/${genre}`, show: heading('Chamber') },
  {
    name: 'everything about a song',
    at: '#/song/Music/Anna/Picnic/01%20-%20Picnic%201.mp3',
    show: (page) => main(page).getByRole('heading', { name: 'Tags as read' }),
  },
  { name: 'missing song', at: '#/song/Music/gone.mp3', show: text('This is not in the collection.') },
];

/** Screens of what people make. */
const made: readonly State[] = [
  { name: 'playlists', at: '#/playlists', show: link('Long walk') },
  { name: 'playlist', at: '#/playlist/Long%20walk', show: song('Picnic 2') },
  {
    name: 'playlist without songs',
    at: '#/playlist/Nothing%20yet',
    show: text('This playlist has no songs.'),
  },
  { name: 'missing playlist', at: '#/playlist/gone', show: text('There is no playlist of this name.') },
  { name: 'smart list', at: '#/smart-list/Picnics', show: song('Picnic 2') },
  {
    name: 'smart list of nothing',
    at: '#/smart-list/Nobody',
    show: text('Nothing in the collection answers'),
  },
  { name: 'missing smart list', at: '#/smart-list/gone', show: text('There is no smart list of this name.') },
  { name: 'favourites', at: '#/favourites', show: song('Picnic 2') },
  {
    name: 'favourite albums',
    at: '#/favourites/albums',
    show: (page) => main(page).getByRole('heading', { level: 1 }),
  },
  {
    name: 'favourite artists',
    at: '#/favourites/artists',
    show: (page) => main(page).getByRole('heading', { level: 1 }),
  },
  { name: 'favourites by rating', at: '#/favourites/songs/rating', show: song('Picnic 2') },
  {
    name: 'bookmarks',
    at: '#/bookmarks',
    show: (page) => main(page).getByRole('list', { name: 'Bookmarks' }),
  },
  { name: 'search, empty', at: '#/search', show: text('Type to search songs') },
  {
    name: 'search',
    at: '#/search/i',
    show: (page) => main(page).getByRole('heading', { name: /results found for 'i'/ }),
  },
  {
    name: 'search by a field',
    at: '#/search/artist%3Aanna',
    show: (page) => main(page).getByRole('heading', { level: 2 }).first(),
  },
  { name: 'search, nothing found', at: '#/search/zzzzqq', show: text('Try fewer or shorter words.') },
  {
    name: 'search, a query with a fault',
    at: '#/search/year%3A%3E%3D',
    show: (page) => main(page).getByRole('searchbox'),
  },
  { name: 'not found', at: '#/nowhere', show: text('This page could not be found.') },
];

/** The settings. */
const settings: readonly State[] = [
  {
    name: 'preferences',
    at: '#/settings/preferences',
    show: (page) => main(page).getByRole('heading', { name: 'About' }),
  },
  { name: 'account', at: '#/settings/account', show: text('This browser') },
  { name: 'apps', at: '#/settings/apps', show: text('Phone') },
  { name: 'try an app', at: '#/settings/check', show: (page) => button(main(page), 'Try') },
  { name: 'collection settings', at: '#/settings/collection', show: text('1 file could not be read') },
  { name: 'rules of tags', at: '#/settings/tags', show: (page) => main(page).getByRole('textbox').first() },
  { name: 'corrections', at: '#/settings/corrections', show: text('Night bus one') },
  { name: 'users', at: '#/settings/users', show: (page) => button(main(page), 'Delete bo') },
  { name: 'dynamic DNS', at: '#/settings/ddns', show: (page) => main(page).getByLabel('Hostname') },
  { name: 'server', at: '#/settings/server', show: text('Runs on') },
];

/** What somebody sees who is no administrator. */
const reader: readonly State[] = [
  { name: 'reader: all music', at: '#/browse', show: link('Music') },
  {
    name: 'reader: preferences',
    at: '#/settings/preferences',
    show: (page: Page) => main(page).getByLabel('Mode'),
  },
  { name: 'reader: account', at: '#/settings/account', show: text('This browser') },
  { name: 'reader: no playlists', at: '#/playlists', show: text('You have no playlists yet.') },
  { name: 'reader: no favourites', at: '#/favourites', show: text(/^Nothing here yet/) },
].map((state) => ({ ...state, world: 'reader' }));

/** A collection without music. */
const empty: readonly State[] = [
  {
    name: 'empty: all music',
    at: '#/browse',
    show: (page: Page) => main(page).getByRole('heading', { level: 1 }),
  },
  {
    name: 'empty: source',
    at: browseRoute('Music'),
    show: (page: Page) => main(page).getByRole('heading', { level: 1 }),
  },
  { name: 'empty: home', at: '#/home', show: (page: Page) => main(page).getByRole('heading', { level: 1 }) },
  { name: 'empty: random', at: '#/random', show: heading('Random') },
  { name: 'empty: recent', at: '#/recent', show: heading('Recently Added') },
  { name: 'empty: albums', at: '#/albums', show: heading('Albums') },
  { name: 'empty: artists', at: '#/artists', show: text('No song names an artist yet.') },
  { name: 'empty: genres', at: '#/genres', show: text('No song names a genre yet.') },
  { name: 'empty: playlists', at: '#/playlists', show: text('You have no playlists yet.') },
  { name: 'empty: favourites', at: '#/favourites', show: text(/^Nothing here yet/) },
  { name: 'empty: bookmarks', at: '#/bookmarks', show: text(/^Nothing here yet/) },
  { name: 'empty: search', at: '#/search/anna', show: text('Try fewer or shorter words.') },
  { name: 'empty: apps', at: '#/settings/apps', show: text(/^No apps yet/) },
  { name: 'empty: corrections', at: '#/settings/corrections', show: text('Nothing was corrected yet.') },
  {
    name: 'empty: collection settings',
    at: '#/settings/collection',
    show: (page: Page) => main(page).getByLabel('Album art pattern'),
  },
].map((state) => ({ ...state, world: 'empty' }));

/** Screens as they are when one goes there. */
export const places: readonly State[] = [
  ...folders,
  ...music,
  ...made,
  ...settings,
  ...(reader as readonly State[]),
  ...(empty as readonly State[]),
];
