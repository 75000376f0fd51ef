import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { SongDetails, WholeAlbum } from '@tonearm/contract';
import { describe, expect, it } from 'vitest';
import { pageOf, renderCollection } from '../../collection/parts/test-collection.tsx';
import { wireMusicAlbum, wireMusicSong } from '../../collection/parts/test-music.ts';
import { fakeServer, problem, type SeenCall } from '../../test-kit/fake-server.ts';
import { AlbumScreen } from '../album/album-screen.tsx';
import { SongScreen } from '../song/song-screen.tsx';
import { AlbumsScreen } from './albums-screen.tsx';

const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

const wholeAlbum = (fields: Partial<WholeAlbum>): WholeAlbum => ({
  ...wireMusicAlbum('Picnic'),
  labels: [],
  genres: [],
  songs: [wireMusicSong('Walk')],
  editions: [],
  also_by: [],
  ...fields,
});

const composedBy = (name: string) => ({ id: name, name, role: 'composer', instrument: null }) as const;

describe('the albums', () => {
  const threeHundred = {
    'GET /music/albums': ({ query }: SeenCall) => {
      const offset = Number(query.get('offset'));
      const titles = Array.from({ length: 200 }, (_, index) => `Nr ${offset + index}`);
      return pageOf(
        titles.map((title) => wireMusicAlbum(title)),
        2_000,
      );
    },
    'GET /music/album_letters': [
      { letter: 'A', offset: 0 },
      { letter: 'Z', offset: 1_500 },
    ],
  };

  it('stand in the order asked for, and each leads to its page', async () => {
    const server = fakeServer(threeHundred);
    renderCollection(<AlbumsScreen order="year" />);
    const first = await screen.findByRole('link', { name: /Nr 0/ });
    expect(first.getAttribute('href')).toBe('#/album/Nr%200');
    expect(server.callsOf('GET /music/albums')[0]?.query.get('order')).toBe('year');
    expect(screen.queryByRole('navigation', { name: 'Letters' })).toBeNull();
    fireEvent.change(screen.getByLabelText('Order'), { target: { value: 'title' } });
    expect(window.location.hash).toBe('#/albums/title');
  });

  it('by title are gone to by letter', async () => {
    fakeServer(threeHundred);
    renderCollection(<AlbumsScreen order="title" />);
    fireEvent.click(await screen.findByRole('button', { name: /Z$/ }));
    await waitFor(() => expect(screen.queryByRole('link', { name: /Nr 1500/ })).not.toBeNull());
  });

  it('say so when there are none, and when the server failed', async () => {
    const server = fakeServer({ 'GET /music/albums': pageOf([], 0) });
    renderCollection(<AlbumsScreen order="added" />);
    expect(await screen.findByText('There are no albums yet.')).toBeDefined();
    server.answer({ 'GET /music/albums': problem(500, 'internal') });
    renderCollection(<AlbumsScreen order="artist" />);
    expect(await screen.findByText('This could not be loaded.')).toBeDefined();
  });
});

describe('an album', () => {
  it('is as long as its songs are, by the lengths that stand beside them', async () => {
    const lengths = [61, null, 45];
    const songs = lengths.map((duration, index) => ({ ...wireMusicSong(`Walk ${index}`), duration }));
    // Added up before they were rounded, as in lists that show no songs.
    fakeServer({ 'GET /music/album/Picnic': wholeAlbum({ songs, song_count: 3, duration: 105 }) });
    renderCollection(<AlbumScreen id="Picnic" />);
    expect(await screen.findByText(/1m\s46s/)).toBeDefined();
  });

  it('tells its people, dates and figures, and leads to artist and genre', async () => {
    fakeServer({
      'GET /music/album/Picnic': wholeAlbum({
        version: 'Deluxe',
        original_date: '1999',
        release_date: '2016-05-01',
        labels: ['Pond'],
        genres: [{ id: 'folk', name: 'Folk' }],
        songs: [wireMusicSong('Walk', { duration: 1200, credits: [composedBy('Bo')] })],
      }),
    });
    renderCollection(<AlbumScreen id="Picnic" />);
    expect(await screen.findByRole('heading', { level: 1, name: 'Picnic (Deluxe)' })).toBeDefined();
    expect(screen.getByText(/Album · 1999 · this release 2016-05-01 · Pond · 7 songs · 20m/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Heron' }).getAttribute('href')).toBe('#/artist/heron');
    expect(screen.getByRole('link', { name: 'Folk' }).getAttribute('href')).toBe('#/genre/folk');
    expect(screen.getByRole('link', { name: 'Bo' }).getAttribute('href')).toBe('#/artist/Bo');
  });

  it('has a heading for each disc and work, tells movements, and whose a song is where that differs', async () => {
    fakeServer({
      'GET /music/album/Picnic': wholeAlbum({
        songs: [
          wireMusicSong('Walk', { disc_number: 1, credits: [composedBy('Bo')] }),
          wireMusicSong('Sonata: I', {
            disc_number: 2,
            disc_subtitle: 'Evening',
            work: 'Sonata',
            movement_name: 'Allegro',
            movement_number: 1,
            credits: [composedBy('Cy')],
          }),
        ],
        editions: [wireMusicAlbum('Picnic', { id: 'other', version: 'Live' })],
      }),
    });
    renderCollection(<AlbumScreen id="Picnic" />);
    await screen.findByText('1. Allegro');
    expect(headings()).toEqual(['Disc 1', 'Disc 2: Evening', 'Other editions']);
    expect(screen.getByRole('heading', { level: 3 }).textContent).toBe('Sonata');
    expect(screen.getByText('Composed by Bo')).toBeDefined();
    expect(screen.getByText('Composed by Cy')).toBeDefined();
    expect(screen.getByRole('link', { name: /Picnic \(Live\)/ }).getAttribute('href')).toBe('#/album/other');
  });

  it('that is gone says so, and leads to the albums', async () => {
    fakeServer({ 'GET /music/album/x': problem(404, 'album_not_found') });
    renderCollection(<AlbumScreen id="x" />);
    expect(await screen.findByText('This is not in the collection.')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Albums' }));
    expect(window.location.hash).toBe('#/albums');
  });
});

describe('everything about a song', () => {
  const details: SongDetails = {
    song: wireMusicSong('Walk'),
    tags: { title: 'Walk', albumArtists: ['Heron', 'Bo'] },
    file: {
      size_bytes: 1_234_567,
      modified_at_ms: 0,
      added_at: 0,
      duration_ms: 61_000,
      codec: 'FLAC',
      container: null,
      bit_rate: 900_400,
      sample_rate: 44_100,
      bits_per_sample: 16,
      channels: 2,
    },
    gain: { origin: 'replaygain', track_db: -6.5, album_db: null, track_peak: 0.5, album_peak: null },
  };

  it('is told by tag, file and loudness; what is not known is left out', async () => {
    const { path } = details.song;
    fakeServer({ [`GET /music/song/${path}`]: details });
    renderCollection(<SongScreen path={path} />);
    const tags = (await screen.findByRole('heading', { name: 'Tags as read' })).closest('section');
    expect(within(tags ?? document.body).getByText('Album artists')).toBeDefined();
    expect(screen.getByText('900 kbit/s')).toBeDefined();
    expect(screen.getByText('1,234,567 bytes')).toBeDefined();
    expect(screen.getByText('-6.50 dB')).toBeDefined();
    expect(screen.queryByText('Container')).toBeNull();
    expect(screen.queryByText('Album gain')).toBeNull();
  });
});
