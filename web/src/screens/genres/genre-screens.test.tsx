import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { pageOf, renderCollection, songButton } from '../../collection/parts/test-collection.tsx';
import { wireArtist, wireGenre, wireMusicAlbum, wireWholeGenre } from '../../collection/parts/test-music.ts';
import { songNamed } from '../../player/core/test-songs.ts';
import { fakeServer, problem, type SeenCall } from '../../test-kit/fake-server.ts';
import { GenreScreen } from '../genre/genre-screen.tsx';
import { GenresScreen } from './genres-screen.tsx';

describe('the genres', () => {
  it('are counted, lead to their pages, and stand in the order that was chosen', async () => {
    const server = fakeServer({ 'GET /music/genres': pageOf([wireGenre('Folk'), wireGenre('Jazz')], 2) });
    renderCollection(<GenresScreen order="songs" />);
    const folk = await screen.findByRole('link', { name: /Folk/ });
    expect(folk.getAttribute('href')).toBe('#/genre/Folk');
    expect(folk.textContent).toContain('3 albums · 30 songs');
    expect(screen.getByText('2 genres')).toBeDefined();
    expect(server.callsOf('GET /music/genres')[0]?.query.get('order')).toBe('songs');
    fireEvent.change(screen.getByRole('combobox', { name: 'Order' }), { target: { value: 'name' } });
    expect(window.location.hash).toBe('#/genres/name');
  });

  it('say so when there are none', async () => {
    fakeServer({ 'GET /music/genres': pageOf([], 0) });
    renderCollection(<GenresScreen order="name" />);
    expect(await screen.findByText('No song names a genre yet.')).toBeDefined();
  });
});

describe('a genre', () => {
  const thousandSongs = {
    'GET /music/genre/folk': wireWholeGenre('Folk', {
      id: 'folk',
      related: [wireGenre('Ballad')],
      main_artists: [wireArtist('Heron')],
      recent: [wireMusicAlbum('Still Life')],
    }),
    'GET /music/genre_songs/folk': ({ query }: SeenCall) => {
      const offset = Number(query.get('offset'));
      return pageOf(
        Array.from({ length: 200 }, (_, index) => songNamed(`Tune ${offset + index}`)),
        1_000,
      );
    },
  };

  it('shows those beside it, its artists, albums and songs', async () => {
    fakeServer(thousandSongs);
    renderCollection(<GenreScreen id="folk" />);
    await waitFor(() => expect(songButton('Tune 0')).toBeDefined());
    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(headings).toEqual(['Main artists', 'Newest albums', 'Songs']);
    const related = within(screen.getByRole('list', { name: 'Related to Folk' }));
    expect(related.getByRole('link', { name: 'Ballad' }).getAttribute('href')).toBe('#/genre/Ballad');
  });

  it('asks only for the songs that are looked at', async () => {
    const server = fakeServer(thousandSongs);
    renderCollection(<GenreScreen id="folk" />);
    await waitFor(() => expect(songButton('Tune 0')).toBeDefined());
    fireEvent.keyDown(screen.getByRole('link', { name: /Heron.*12 songs/ }), { key: 'End' });
    await waitFor(() => expect(songButton('Tune 999')).toBeDefined());
    const offsets = server.callsOf('GET /music/genre_songs/folk').map(({ query }) => query.get('offset'));
    expect(offsets).toEqual(['0', '800']);
  });

  it('queues songs that are chosen among artists and albums', async () => {
    fakeServer(thousandSongs);
    const { store } = renderCollection(<GenreScreen id="folk" />);
    await waitFor(() => expect(songButton('Tune 1')).toBeDefined());
    fireEvent.click(songButton('Tune 0'), { ctrlKey: true });
    fireEvent.click(songButton('Tune 1'), { ctrlKey: true });
    const chosen = within(await screen.findByRole('toolbar'));
    fireEvent.click(chosen.getByRole('button', { name: 'Add to queue' }));
    await waitFor(() =>
      expect(store.getState().queue.entries.map(({ song }) => song.title)).toEqual(['Tune 0', 'Tune 1']),
    );
  });

  it('is filtered and sorted as any list of songs, and comes back whole', async () => {
    fakeServer({
      ...thousandSongs,
      'GET /music/genre_songs/folk': pageOf(
        ['Bee', 'Ant', 'Cow'].map((title) => songNamed(title)),
        3,
      ),
    });
    const { titles } = renderCollection(<GenreScreen id="folk" />);
    await waitFor(() => expect(songButton('Bee')).toBeDefined());
    fireEvent.click(screen.getByRole('button', { name: 'Filter and sort' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Title' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Newest albums' })).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Play Bee now' }));
    expect(titles()).toEqual(['Ant', 'Bee', 'Cow']);
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'cow' } });
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(1));
    fireEvent.click(screen.getByRole('button', { name: 'Filter and sort' }));
    expect(await screen.findByRole('heading', { name: 'Newest albums' })).toBeDefined();
  });

  it('keeps what is there when its songs cannot be loaded, and when it is gone says so', async () => {
    const server = fakeServer({ ...thousandSongs, 'GET /music/genre_songs/folk': problem(500, 'internal') });
    renderCollection(<GenreScreen id="folk" />);
    expect((await screen.findByRole('alert')).textContent).toContain('This could not be loaded.');
    expect(screen.getByRole('link', { name: /Still Life/ })).toBeDefined();
    server.answer({ 'GET /music/genre/gone': problem(404, 'genre_not_found') });
    renderCollection(<GenreScreen id="gone" />);
    expect(await screen.findByText('This is not in the collection.')).toBeDefined();
  });
});
