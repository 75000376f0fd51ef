import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { WholeWork } from '@tonearm/contract';
import { describe, expect, it } from 'vitest';
import { pageOf, renderCollection } from '../../collection/parts/test-collection.tsx';
import {
  wireArtist,
  wireMusicAlbum,
  wireMusicSong,
  wireWholeArtist,
} from '../../collection/parts/test-music.ts';
import { songNamed } from '../../player/core/test-songs.ts';
import { fakeServer, problem, type SeenCall } from '../../test-kit/fake-server.ts';
import { asUser } from '../../test-kit/render-screen.tsx';
import { ArtistScreen } from '../artist/artist-screen.tsx';
import { WorkScreen } from '../works/work-screen.tsx';
import { WorksScreen } from '../works/works-screen.tsx';
import { ArtistsScreen } from './artists-screen.tsx';

const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

describe('the artists', () => {
  const twoThousand = {
    'GET /music/artists': ({ query }: SeenCall) => {
      const offset = Number(query.get('offset'));
      const names = Array.from({ length: 200 }, (_, index) => `Nr ${offset + index}`);
      return pageOf(
        names.map((name) => wireArtist(name)),
        2_000,
      );
    },
    'GET /music/artist_roles': [null, 'artist', 'composer', 'lyricist'].map((role) => ({
      role,
      letters: [
        { letter: 'A', offset: 0 },
        { letter: 'Z', offset: 1_500 },
      ],
    })),
  };

  it('are counted, lead to their pages, and have a tab for each role that somebody has', async () => {
    fakeServer(twoThousand);
    renderCollection(<ArtistsScreen songRole="composer" />);
    const first = await screen.findByRole('link', { name: /Nr 0/ });
    expect(first.getAttribute('href')).toBe('#/artist/Nr%200');
    expect(screen.getByText('2,000 artists')).toBeDefined();
    const tabs = within(screen.getByRole('navigation', { name: 'What they do' }));
    await waitFor(() => expect(tabs.queryByRole('link', { name: 'Lyricists' })).not.toBeNull());
    expect(tabs.queryByRole('link', { name: 'Conductors' })).toBeNull();
    expect(tabs.getByRole('link', { name: 'Composers' }).getAttribute('aria-current')).toBe('page');
    expect(tabs.getByRole('link', { name: 'All' }).getAttribute('href')).toBe('#/artists');
  });

  it('are gone to by letter, with the keyboard too', async () => {
    const server = fakeServer(twoThousand);
    renderCollection(<ArtistsScreen songRole={null} />);
    await screen.findByRole('link', { name: /Nr 0/ });
    const rail = within(await screen.findByRole('navigation', { name: 'Letters' }));
    const [first, last] = rail.getAllByRole('button');
    expect([first?.tabIndex, last?.tabIndex]).toEqual([0, -1]);
    first?.focus();
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'End' });
    expect(document.activeElement?.textContent).toBe('Z');
    fireEvent.click(document.activeElement ?? document.body);
    await waitFor(() => expect(screen.queryByRole('link', { name: /Nr 1500/ })).not.toBeNull());
    expect(server.callsOf('GET /music/artists').map(({ query }) => query.get('offset'))).toContain('1400');
  });

  it('are filtered by what is typed, which leaves no letters, and stay so for Back', async () => {
    const server = fakeServer({
      ...twoThousand,
      'GET /music/artists': ({ query }: SeenCall) =>
        query.get('filter') === 'none'
          ? pageOf([], 0)
          : pageOf([wireArtist(query.get('filter') ?? 'Anybody')], 1),
    });
    asUser('anna');
    renderCollection(<ArtistsScreen songRole={null} />);
    await screen.findByRole('navigation', { name: 'Letters' });
    fireEvent.keyDown(document.body, { key: 'f' });
    const box = screen.getByRole('searchbox', { name: 'Filter this list' });
    expect(document.activeElement).toBe(box);
    fireEvent.change(box, { target: { value: ' her' } });
    await screen.findByRole('link', { name: /^her/ });
    expect(server.callsOf('GET /music/artists').at(-1)?.query.get('filter')).toBe('her');
    expect(screen.queryByRole('navigation', { name: 'Letters' })).toBeNull();
    cleanup();
    renderCollection(<ArtistsScreen songRole={null} />);
    await screen.findByRole('link', { name: /^her/ });
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'none' } });
    await screen.findByText('Nothing in this list has these words.');
  });

  it('say so when nobody has a role, and when the server failed', async () => {
    const server = fakeServer({ 'GET /music/artists': pageOf([], 0), 'GET /music/artist_roles': [] });

    renderCollection(<ArtistsScreen songRole="conductor" />);
    expect(await screen.findByText('No song names anybody of this kind.')).toBeDefined();
    server.answer({ 'GET /music/artists': problem(500, 'internal') });
    renderCollection(<ArtistsScreen songRole={null} />);
    expect((await screen.findByRole('alert')).textContent).toContain('This could not be loaded.');
  });
});

describe('an artist', () => {
  it('shows albums by what they are, and nothing that is empty', async () => {
    fakeServer({
      'GET /music/artist/heron': wireWholeArtist('Heron', {
        roles: ['artist', 'composer'],
        genres: [{ id: 'folk', name: 'Folk' }],
        albums: [
          wireMusicAlbum('Still Life'),
          wireMusicAlbum('On Stage', { kind: 'live' }),
          wireMusicAlbum('Short', { kind: 'ep' }),
        ],
        appears_on: [wireMusicAlbum('Friends', { artist: 'Anna' })],
        top_songs: [{ ...songNamed('Wing'), ...noLinks }],
        similar: [
          { id: 'anna', name: 'Anna' },
          { id: null, name: 'Nobody' },
        ],
      }),
    });
    renderCollection(<ArtistScreen id="heron" />);
    expect(await screen.findByRole('heading', { level: 1, name: 'Heron' })).toBeDefined();
    expect(headings()).toEqual([
      'Most played by you',
      'Albums',
      'Singles and EPs',
      'Live',
      'Appears on',
      'Similar artists',
    ]);
    expect(screen.getByText('Artist · Composer')).toBeDefined();
    expect(screen.getByText('2 albums · 12 songs')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Folk' }).getAttribute('href')).toBe('#/genre/folk');
    const similar = within(screen.getByRole('list', { name: 'Similar artists' }));
    expect(similar.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['#/artist/anna']);
  });

  it("says the artist of an album only where it is somebody else's", async () => {
    fakeServer({
      'GET /music/artist/heron': wireWholeArtist('Heron', {
        albums: [wireMusicAlbum('Still Life')],
        appears_on: [wireMusicAlbum('Friends', { artist: 'Anna' })],
      }),
    });
    renderCollection(<ArtistScreen id="heron" />);
    expect((await screen.findByRole('link', { name: /Still Life/ })).textContent).toMatch(/Still Life2016$/);
    expect(screen.getByRole('link', { name: /Friends/ }).textContent).toMatch(/FriendsAnna · 2016$/);
  });

  it('shows a few rows of a long section until asked for all', async () => {
    const albums = Array.from({ length: 30 }, (_, index) => wireMusicAlbum(`Album ${index}`));
    fakeServer({ 'GET /music/artist/heron': wireWholeArtist('Heron', { albums }) });
    renderCollection(<ArtistScreen id="heron" />);
    await screen.findByRole('link', { name: /Album 0/ });
    expect(screen.queryByRole('link', { name: /Album 29/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Show all (30)' }));
    const first = screen.getByRole('link', { name: /Album 0/ });
    fireEvent.keyDown(first, { key: 'End' });
    await waitFor(() => expect(screen.queryByRole('link', { name: /Album 29/ })).not.toBeNull());
    expect(screen.getByRole('button', { name: 'Show fewer' })).toBeDefined();
  });

  it('that is gone says so, and leads to the others', async () => {
    fakeServer({ 'GET /music/artist/heron': problem(404, 'artist_not_found') });
    renderCollection(<ArtistScreen id="heron" />);
    expect((await screen.findByRole('alert')).textContent).toContain('This is not in the collection.');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Not found');
    fireEvent.click(screen.getByRole('button', { name: 'Artists' }));
    expect(window.location.hash).toBe('#/artists');
  });
});

const noLinks = {
  id: 'song',
  album_id: null,
  credits: [],
  genres: [],
  disc_subtitle: null,
  work: null,
  movement_name: null,
  movement_number: null,
};

describe('works', () => {
  const work: WholeWork = {
    name: 'Suite 2',
    composer: { id: 'bach', name: 'Bach' },
    recordings: [
      {
        album: wireMusicAlbum('Old', { year: 1960 }),
        songs: [wireMusicSong('Gigue', { movement_name: 'Gigue', movement_number: 3 })],
      },
      { album: null, songs: [wireMusicSong('Loose')] },
    ],
  };

  it('of a composer stand on their page, and each leads to its recordings', async () => {
    fakeServer({
      'GET /music/artist/bach': wireWholeArtist('bach', { roles: ['composer'] }),
      'GET /music/works/bach': {
        composer: work.composer,
        works: [{ name: 'Suite 2', song_count: 2, album_count: 1 }],
      },
    });
    renderCollection(<ArtistScreen id="bach" />);
    const link = await screen.findByRole('link', { name: 'Suite 2' });
    expect(link.getAttribute('href')).toBe('#/work/bach/Suite%202');
    expect(screen.getByRole('link', { name: 'Works' }).getAttribute('href')).toBe('#/works/bach');
    cleanup();
    renderCollection(<WorksScreen id="bach" />);
    const row = await screen.findByRole('link', { name: /Suite 2/ });
    expect(row.textContent).toBe('Suite 21 recording · 2 songs');
  });

  it('have a heading for each recording, which leads to its album', async () => {
    fakeServer({ 'GET /music/work/bach': work });
    renderCollection(<WorkScreen id="bach" name="suite 2" />);
    await screen.findByRole('heading', { level: 1, name: 'Suite 2' });
    expect(headings()).toEqual(['Old · Heron · 1960', 'Without an album']);
    expect(screen.getByRole('link', { name: /^Old/ }).getAttribute('href')).toBe('#/album/Old');
    expect(screen.getByText('3. Gigue')).toBeDefined();
  });

  it('say so where there are none', async () => {
    fakeServer({ 'GET /music/works/bach': { composer: work.composer, works: [] } });
    renderCollection(<WorksScreen id="bach" />);
    expect(await screen.findByText('No song names a work of this composer.')).toBeDefined();
  });
});
