import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import {
  pageOf,
  renderCollection,
  songButton,
  wireAlbum,
  wireSong,
} from '../../collection/parts/test-collection.tsx';
import { wireArtist, wireMusicAlbum } from '../../collection/parts/test-music.ts';
import { parseHash, useHash } from '../../lib/location.ts';
import { songNamed } from '../../player/core/test-songs.ts';
import { fakeServer, problem, type SeenCall } from '../../test-kit/fake-server.ts';
import { resultStretches } from './result-stretches.ts';
import { SearchScreen } from './search-screen.tsx';

/** The screen as the shell shows it: with the query of the address. */
function Routed() {
  const [, query = ''] = parseHash(useHash());
  const [isThere] = useState(true);
  return isThere ? <SearchScreen query={query} /> : null;
}
const open = (query = '') => {
  window.history.replaceState(null, '', `#/search/${encodeURIComponent(query)}`);
  return renderCollection(<Routed />);
};
const field = () => screen.getByRole<HTMLInputElement>('searchbox');
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const faultAt = (at: number, detail: string): Response =>
  new Response(JSON.stringify({ code: 'invalid_query', detail, at, status: 400 }), { status: 400 });
const results = () => screen.findByRole('heading', { level: 2 });

describe('the search', () => {
  it('finds while one types, and says how many and for what', async () => {
    fakeServer({ 'GET /search/pic': [wireAlbum('Music/Picnic'), wireSong('Picnic song')] });
    open();
    type('pic');
    expect((await results()).textContent).toBe("2 results found for 'pic'");
    expect(screen.getByRole('heading', { name: 'Folders and albums' })).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Songs' })).toBeDefined();
    expect(screen.getByRole('link', { name: /2016/ }).getAttribute('href')).toBe('#/browse/Music/Picnic');
    expect(songButton('Picnic song')).toBeDefined();
  });

  it('lets the server get ready as soon as it opens', async () => {
    const server = fakeServer({});
    open();
    await waitFor(() => expect(server.callsOf('GET /find_groups')).toHaveLength(1));
  });

  it('asks for covers when typing pauses', async () => {
    fakeServer({ 'GET /search/pic': [wireAlbum('Music/Picnic')] });
    open();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    type('pic');
    await act(() => vi.advanceTimersByTimeAsync(149));
    const cover = () => screen.getByRole('link', { name: /Picnic/ }).querySelector('img');
    expect(cover()?.hasAttribute('src')).toBe(false);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(cover()?.getAttribute('src')).toContain('thumbnail');
  });

  it('says one result in the singular', async () => {
    fakeServer({ 'GET /search/one': [wireSong('one')] });
    open('one');
    expect((await results()).textContent).toBe("1 result found for 'one'");
  });

  it('says that nothing was found', async () => {
    fakeServer({ 'GET /search/xyz': [] });
    open('xyz');
    expect((await results()).textContent).toBe("0 results found for 'xyz'");
    expect(screen.queryByRole('button', { name: 'Queue All' })).toBeNull();
  });

  it('aborts what was asked before, and keeps the old results until the new ones are there', async () => {
    let release = (_: unknown): void => {};
    const server = fakeServer({
      'GET /search/a': [wireSong('Song a')],
      'GET /search/ab': () => new Promise((resolve) => (release = resolve)),
      'GET /search/abc': [wireSong('Song abc')],
    });
    open();
    type('a');
    await results();
    type('ab');
    await waitFor(() => expect(server.callsOf('GET /search/ab')).toHaveLength(1));
    expect(songButton('Song a')).toBeDefined();
    type('abc');
    await waitFor(() => expect(songButton('Song abc')).toBeDefined());
    release([wireSong('Late song')]);
    await waitFor(() => expect(screen.queryByText('Late song')).toBeNull());
    expect((await results()).textContent).toBe("1 result found for 'abc'");
  });

  it("writes the address at once with 'Find', without a new step for Back", async () => {
    fakeServer({ 'GET /search/50% a/b #1?': [] });
    open();
    const steps = window.history.length;
    type('50% a/b #1?');
    fireEvent.click(screen.getByRole('button', { name: 'Find' }));
    expect(window.location.hash).toBe('#/search/50%25%20a%2Fb%20%231%3F');
    expect(window.history.length).toBe(steps);
    expect((await results()).textContent).toBe("0 results found for '50% a/b #1?'");
    expect(field().value).toBe('50% a/b #1?');
  });

  it('follows the address when it changes by itself', async () => {
    fakeServer({ 'GET /search/a': [wireSong('Song a')], 'GET /search/b': [wireSong('Song b')] });
    open('a');
    await results();
    window.history.replaceState(null, '', '#/search/b');
    fireEvent(window, new HashChangeEvent('hashchange'));
    await waitFor(() => expect(songButton('Song b')).toBeDefined());
    expect(field().value).toBe('b');
  });

  it('queues everything it found, folders with their songs, each song once', async () => {
    fakeServer({
      'GET /search/a': [wireAlbum('Music/A'), wireSong('a1'), wireSong('a9')],
      'GET /flatten/Music/A': [songNamed('a1'), songNamed('a2')],
    });
    const { titles } = open('a');
    fireEvent.click(await screen.findByRole('button', { name: 'Queue All' }));
    await waitFor(() => expect(titles()).toEqual(['a1', 'a2', 'a9']));
  });

  it('shows two rows of many albums, and all when asked to', async () => {
    const albums = Array.from({ length: 30 }, (_, index) => wireAlbum(`Music/a${index}`));
    fakeServer({ 'GET /search/a': [...albums, wireSong('a song')] });
    open('a');
    await results();
    const rows = () => within(screen.getByRole('grid')).getAllByRole('link').length;
    const few = rows();
    expect(songButton('a song')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Show all (30)' }));
    expect(rows()).toBeGreaterThan(few);
    fireEvent.click(screen.getByRole('button', { name: 'Show fewer' }));
    expect(rows()).toBe(few);
  });

  it('offers to show all only where some are left out', async () => {
    // The test page has room for two covers side by side.
    const albums = Array.from({ length: 5 }, (_, index) => wireAlbum(`Music/a${index}`));
    fakeServer({ 'GET /search/few': albums.slice(0, 4), 'GET /search/more': albums });
    open('few');
    await results();
    expect(screen.queryByRole('button', { name: /Show all/ })).toBeNull();
    cleanup();
    open('more');
    await results();
    expect(screen.getByRole('button', { name: 'Show all (5)' })).toBeDefined();
  });

  it('knows where the songs begin behind hundreds of folders', async () => {
    const all = [
      ...Array.from({ length: 1_234 }, (_, index) => wireAlbum(`Music/a${index}`)),
      ...Array.from({ length: 766 }, (_, index) => wireSong(`song ${index}`)),
    ];
    const server = fakeServer({
      'GET /search/a': ({ query }: SeenCall) => {
        const offset = Number(query.get('offset'));
        return pageOf(all.slice(offset, offset + Number(query.get('limit'))), all.length, 1_234);
      },
    });
    open('a');
    expect((await results()).textContent).toBe("2,000 results found for 'a'");
    await waitFor(() => expect(songButton('song 0')).toBeDefined());
    expect(screen.getByRole('button', { name: 'Show all (1,234)' })).toBeDefined();
    expect(server.callsOf('GET /search/a').length).toBeLessThan(3);
  });

  it('tries again when the server failed', async () => {
    const server = fakeServer({ 'GET /search/a': problem(500, 'internal') });
    open('a');
    await screen.findByRole('alert');
    server.answer({ 'GET /search/a': [wireSong('Song a')] });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(songButton('Song a')).toBeDefined());
  });
});

describe('names and queries', () => {
  const none = { total: 0, entries: [] };
  const names = (
    reading: 'words' | 'query',
    artists: readonly unknown[] = [],
    albums: readonly unknown[] = [],
  ) => ({
    reading,
    artists: { total: artists.length, entries: artists },
    albums: { total: albums.length, entries: albums },
    playlists: reading === 'words' ? { total: 1, entries: ['Pic mix'] } : none,
    smart_lists:
      reading === 'words'
        ? { total: 1, entries: [{ name: 'Pic smart', query: 'pic', changed_at_ms: 0 }] }
        : none,
  });

  it('shows an album once, where its folder is found too', async () => {
    const folderOf = (album: string, artist: string | null) =>
      wireAlbum(`Music/${artist} - ${album}`, { album, artist });
    fakeServer({
      'GET /search/pic': [folderOf('Picnic', 'Heron'), folderOf('Picnic', 'Stork'), wireSong('Picnic song')],
      'GET /find_groups': names('words', [], [wireMusicAlbum('Picnic')]),
    });
    open('pic');
    await results();
    await screen.findByRole('heading', { name: 'Albums' });
    await waitFor(() =>
      expect(
        within(screen.getByRole('grid'))
          .getAllByRole('link')
          .map((link) => link.getAttribute('href'))
          .filter((href) => href?.endsWith('Picnic')),
      ).toEqual(['#/album/Picnic', '#/browse/Music/Stork%20-%20Picnic']),
    );
    expect(songButton('Picnic song')).toBeDefined();
  });

  it('shows artists, albums and playlists of the words before folders and songs', async () => {
    fakeServer({
      'GET /search/pic': [wireAlbum('Music/Picnic'), wireSong('Picnic song')],
      'GET /find_groups': names('words', [wireArtist('Picasso')], [wireMusicAlbum('Picture')]),
    });
    open('pic');
    await waitFor(() =>
      expect(
        screen
          .getAllByRole('heading')
          .slice(1)
          .map(({ textContent }) => textContent),
      ).toEqual([
        "2 results found for 'pic'",
        'Artists',
        'Albums',
        'Playlists',
        'Folders and albums',
        'Songs',
      ]),
    );
    expect(screen.getByRole('link', { name: /Picasso/ })).toBeDefined();
    expect(screen.getByRole('link', { name: /Pic mix/ })).toBeDefined();
    expect(songButton('Picnic song')).toBeDefined();
  });

  it('finds by a query, and says which word it looked for instead', async () => {
    const server = fakeServer({
      'GET /find_groups': names('query'),
      'GET /search/artist:an monn': [],
      'GET /find_songs': ({ query }: SeenCall) =>
        query.get('exact') === 'true'
          ? { songs: [], total: 0, forgiven: null }
          : {
              songs: [{ path: 'Music/moon.mp3', title: 'Moon' }],
              total: 1,
              forgiven: { typed: 'monn', used: 'moon' },
            },
    });
    open('artist:an monn');
    await screen.findByText(/showing “moon”/);
    expect(songButton('Moon')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Search for “monn” only' }));
    await waitFor(() => expect(screen.queryByText(/showing/)).toBeNull());
    expect(server.callsOf('GET /find_songs').at(-1)?.query.get('exact')).toBe('true');
  });

  it('marks where a query is wrong, and keeps what was found before', async () => {
    const server = fakeServer({
      'GET /search/moon': [wireSong('Moon')],
      'GET /find_groups': ({ query }: SeenCall) =>
        query.get('query') === 'moon' ? names('words') : faultAt(12, 'A number is expected here.'),
    });
    open('moon');
    await results();
    type('moon year:19x');
    await screen.findByText('A number is expected here.');
    expect(document.querySelector('mark')?.textContent).toBe('x');
    expect(songButton('Moon')).toBeDefined();
    expect(server.callsOf('GET /search/moon')).toHaveLength(1);
  });
});

describe('suggestions', () => {
  it('are chosen with the keys, put in where the caret is, and closed', async () => {
    fakeServer({
      'GET /query_suggestions': ({ query }: SeenCall) =>
        query.get('query') === 'artist:an'
          ? [
              { kind: 'value', text: 'Anna', from: 7, to: 9 },
              { kind: 'value', text: '"Anna Lee"', from: 7, to: 9 },
            ]
          : [],
    });
    open();
    type('artist:an');
    const list = await screen.findByRole('listbox', { name: 'Suggestions' });
    const options = within(list).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['Anna', '"Anna Lee"']);
    expect(field().getAttribute('aria-controls')).toBe(list.id);
    fireEvent.keyDown(field(), { key: 'ArrowUp' });
    expect(field().getAttribute('aria-activedescendant')).toBe(options[1]?.id);
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(field().value).toBe('artist:"Anna Lee" ');
    expect(screen.queryByRole('listbox')).toBeNull();
    type('artist:an');
    await screen.findByRole('listbox');
    fireEvent.keyDown(field(), { key: 'Escape' });
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(field().value).toBe('artist:an');
  });
});

describe('groups of results', () => {
  const keys = (total: number, folderCount: number, isExpanded = false) =>
    resultStretches({
      groups: [],
      total,
      folderCount,
      expansion: { isExpanded: () => isExpanded, toggle: () => {} },
    }).stretches.map(({ key, itemCount }) => `${key} ${itemCount}`);

  it('are left out when there is nothing in them', () => {
    expect(keys(5, 0)).toEqual(['songs-heading 0', 'songs 5']);
    expect(keys(5, 5)).toEqual(['folders-heading 0', 'folders 5']);
  });

  it('hold every result', () => {
    expect(keys(9, 3)).toEqual(['folders-heading 0', 'folders 3', 'songs-heading 0', 'songs 6']);
  });
});

describe('the songs that were found', () => {
  it('are filtered and sorted without what else was found', async () => {
    const songs = ['Bee', 'Ant', 'Cow'].map((title) => wireSong(title));
    fakeServer({ 'GET /search/a': pageOf([wireAlbum('Music/Ants'), ...songs], 4, 1) });
    const { titles } = open('a');
    expect((await results()).textContent).toBe("4 results found for 'a'");
    fireEvent.click(screen.getByRole('button', { name: 'Filter and sort' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Title' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: /Ants/ })).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Play Bee now' }));
    expect(titles()).toEqual(['Ant', 'Bee', 'Cow']);
  });
});
