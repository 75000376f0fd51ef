import { fireEvent, screen, waitFor } from '@testing-library/react';
import { untagged } from '@tonearm/contract/song-fields';
import { themes } from '@tonearm/contract/themes';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { setupStore } from '../../api/setup.ts';
import { ListToolsBar } from '../../collection/arrange/list-tools-bar.tsx';
import type { ListTools } from '../../collection/arrange/use-list-tools.ts';
import { pageOf, renderCollection } from '../../collection/parts/test-collection.tsx';
import { wireArtist } from '../../collection/parts/test-music.ts';
import { SongDetails } from '../../menus/song-details.tsx';
import { AlbumsScreen } from '../../screens/albums/albums-screen.tsx';
import { ArtistsScreen } from '../../screens/artists/artists-screen.tsx';
import { NotFoundScreen } from '../../screens/not-found/not-found-screen.tsx';
import { Palette } from '../../screens/palette/palette.tsx';
import { SettingsScreen } from '../../screens/settings/settings-screen.tsx';
import { SetupScreen } from '../../screens/setup/setup-screen.tsx';
import { SignInScreen } from '../../screens/sign-in/sign-in-screen.tsx';
import { fakeServer } from '../../test-kit/fake-server.ts';
import { asUser, renderScreen } from '../../test-kit/render-screen.tsx';
import { setArtistCatalogue } from '../../texts/artists.ts';
import { setBookmarksCatalogue } from '../../texts/bookmarks.ts';
import { setBucketsCatalogue } from '../../texts/buckets.ts';
import { app } from '../../texts/en/app.ts';
import { artists } from '../../texts/en/artists.ts';
import { bookmarks } from '../../texts/en/bookmarks.ts';
import { buckets } from '../../texts/en/buckets.ts';
import { collection } from '../../texts/en/collection.ts';
import { likes } from '../../texts/en/likes.ts';
import { listTools } from '../../texts/en/list-tools.ts';
import { lists } from '../../texts/en/lists.ts';
import { menus } from '../../texts/en/menus.ts';
import { music } from '../../texts/en/music.ts';
import { palette } from '../../texts/en/palette.ts';
import { player } from '../../texts/en/player.ts';
import { playing } from '../../texts/en/playing.ts';
import { settings } from '../../texts/en/settings.ts';
import { setCatalogue } from '../../texts/index.ts';
import { setLikesCatalogue } from '../../texts/likes.ts';
import { setListToolsCatalogue } from '../../texts/list-tools.ts';
import { setListsCatalogue } from '../../texts/lists.ts';
import { setMenusCatalogue } from '../../texts/menus.ts';
import { setMusicCatalogue } from '../../texts/music.ts';
import { setPaletteCatalogue } from '../../texts/palette.ts';
import { setPlayingCatalogue } from '../../texts/playing.ts';
import { pseudo } from '../../texts/pseudo.ts';
import { setSettingsCatalogue } from '../../texts/settings.ts';
import { ShortcutsSheet } from './shortcuts-sheet.tsx';

beforeEach(() => {
  setCatalogue(pseudo({ app, player, collection }));
  setSettingsCatalogue(pseudo(settings));
  setMenusCatalogue(pseudo(menus));
  setPlayingCatalogue(pseudo(playing));
  setMusicCatalogue(pseudo(music));
  setListsCatalogue(pseudo(lists));
  setListToolsCatalogue(pseudo(listTools));
  setLikesCatalogue(pseudo(likes));
  setBookmarksCatalogue(pseudo(bookmarks));
  setArtistCatalogue(pseudo(artists));
  setPaletteCatalogue(pseudo(palette));
  setBucketsCatalogue(pseudo(buckets));
  setupStore.setState({ isComplete: false });
  asUser('7', { isAdmin: true });
  fakeServer({
    'GET /mount_dirs': [],
    'GET /music/albums': [],
    'GET /music/artists': pageOf([wireArtist('4')], 1),
    'GET /music/artist_roles': [],
    'GET /users': [{ name: '7', is_admin: true }],
    'GET /settings': { album_art_pattern: '1', reindex_every_n_seconds: 60 },
    'GET /source_states': [
      { name: '8', source: '/', state: 'away', reason: null, song_count: 1, missing_count: 0, away_since: 0 },
    ],
    'GET /scan_problems': [],
    'GET /ddns': { host: '', username: '', password: '' },
    'GET /ddns_status': { is_configured: false, last_result: null, next_attempt_at: null },
    'GET /sessions': [{ id: 1, client: '', is_current: true, last_used_at: 0 }],
    'GET /scrobbling': [
      {
        id: 'listenbrainz',
        label: '7',
        linked_by: 'token',
        username: null,
        hint: null,
        waiting: 1,
        refused: 0,
      },
    ],
    'GET /scrobbling/outbox': [{ id: 1, title: '9', artist: '9', refusal: null }],
  });
});

afterEach(() => {
  setCatalogue();
  setSettingsCatalogue();
  setMenusCatalogue();
  setPlayingCatalogue();
  setMusicCatalogue();
  setListsCatalogue();
  setListToolsCatalogue();
  setLikesCatalogue();
  setBookmarksCatalogue();
  setArtistCatalogue();
  setPaletteCatalogue();
  setBucketsCatalogue();
});

/** Stand with the themes themselves, so that a new one is one entry. */
const namesOfThemes = new Set<string>(Object.values(themes).map(({ name }) => name));

/** Texts stand in texts: the innermost go first. */
function withoutBrackets(text: string): string {
  const shorter = text.replaceAll(/\[[^[\]]*\]/gu, '');
  return shorter === text ? text : withoutBrackets(shorter);
}

/** Everything readable on the page that is neither from the catalogue nor a theme's name, a number, key or arrow. */
function strays(): string[] {
  const texts: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    if (walker.currentNode.parentElement?.closest('kbd') === null)
      texts.push(walker.currentNode.textContent ?? '');
  }
  for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
    for (const element of document.querySelectorAll(`[${name}]`))
      texts.push(element.getAttribute(name) ?? '');
  }
  return texts
    .filter((text) => !namesOfThemes.has(text))
    .map((text) => withoutBrackets(text).replaceAll(/[\d\s.·:/-]/gu, ''))
    .filter((text) => text !== '');
}

const toolsOfList: ListTools = {
  isOpen: true,
  isArranged: true,
  arrangement: { filter: '1', sort: { column: 'title', isDescending: false } },
  wantsAll: () => false,
  filterCalls: 0,
  callFilter() {},
  toggle() {},
  change() {},
};

const song = { ...untagged, path: '7', artwork: null, duration: 8, title: '9', track_number: 1, genre: '2' };

it.each([
  ['sign-in', <SignInScreen key="1" />, 'button'],
  ['setup', <SetupScreen key="1" />, 'button'],
  ['not found', <NotFoundScreen key="1" homeHref="#/" />, 'link'],
  ['the sheet of shortcuts', <ShortcutsSheet key="1" onClose={() => {}} />, 'button'],
  ['albums', <AlbumsScreen key="1" order="random" />, 'combobox'],
  ['artists', <ArtistsScreen key="1" songRole={null} />, 'link'],
  ['the palette', <Palette key="1" onClose={() => {}} />, 'combobox'],
  [
    'the tools of a list',
    <ListToolsBar isSortable key="1" tools={toolsOfList} shownCount={1} total={2} />,
    'searchbox',
  ],
  ['preferences', <SettingsScreen key="1" tab="preferences" />, 'combobox'],
  ['account', <SettingsScreen key="1" tab="account" />, 'button'],
  ['what is known of a song', <SongDetails key="1" song={song} onClose={() => {}} />, 'button'],
  ['collection', <SettingsScreen key="1" tab="collection" />, 'spinbutton'],
  ['users', <SettingsScreen key="1" tab="users" />, 'checkbox'],
  ['dynamic DNS', <SettingsScreen key="1" tab="ddns" />, 'textbox'],
])('%s shows no word that is not in the catalogue', async (_, element, role) => {
  renderCollection(element);
  await screen.findAllByRole(role, { hidden: true });
  await waitFor(() => expect(document.querySelector('[class*=skeleton]')).toBeNull());
  expect(strays()).toEqual([]);
});

it('setup shows no word that is not in the catalogue, on its second step either', async () => {
  renderScreen(<SetupScreen />);
  fireEvent.click(screen.getByRole('button'));
  await screen.findAllByRole('textbox');
  expect(strays()).toEqual([]);
});

it('a word that is not in the catalogue is noticed', () => {
  renderScreen(<p title="Hint">Stray</p>);
  expect(strays()).toEqual(['Stray', 'Hint']);
});
