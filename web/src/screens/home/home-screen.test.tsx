import { act, fireEvent, screen, within } from '@testing-library/react';
import type { Home } from '@tonearm/contract';
import { describe, expect, it } from 'vitest';
import { pageOf, renderCollection } from '../../collection/parts/test-collection.tsx';
import { wireMusicAlbum } from '../../collection/parts/test-music.ts';
import { songNamed } from '../../player/core/test-songs.ts';
import { fakeServer, problem, type SeenCall } from '../../test-kit/fake-server.ts';
import { HomeScreen } from './home-screen.tsx';
import { randomSeed } from './random-seed.ts';

const home = (fields: Partial<Home>): Home => ({
  recently_added: [wireMusicAlbum('New')],
  recently_played: [],
  most_played: [],
  forgotten_favourites: [],
  random: [wireMusicAlbum('Any')],
  ...fields,
});

const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

describe('the first screen', () => {
  it('shows the shelves that hold something, each leading to its page', async () => {
    fakeServer({ 'GET /music/home': home({ most_played: [wireMusicAlbum('Loved')] }) });
    renderCollection(<HomeScreen shelf={null} />);
    await screen.findByRole('link', { name: /Loved/ });
    expect(headings()).toEqual(['Recently added', 'Most played', 'Random']);
    const pages = ['Recently added', 'Most played', 'Random'].map((name) =>
      screen.getByRole('link', { name }).getAttribute('href'),
    );
    expect(pages).toEqual(['#/albums/added', '#/home/most_played', '#/albums/random']);
  });

  it('goes on with the last queue', async () => {
    fakeServer({ 'GET /music/home': home({}) });
    const { actions, store } = renderCollection(<HomeScreen shelf={null} />);
    await screen.findByRole('link', { name: /New/ });
    expect(screen.queryByRole('region', { name: 'Continue' })).toBeNull();
    act(() => actions.addToQueue([songNamed('Wing'), songNamed('Feather')]));
    const shelf = within(screen.getByRole('region', { name: 'Continue' }));
    expect(shelf.getByText('Song 1 of 2')).toBeDefined();
    fireEvent.click(shelf.getByRole('button', { name: 'Pause' }));
    expect(store.getState().isPlaying).toBe(false);
    fireEvent.click(shelf.getByRole('button', { name: 'Play' }));
    expect(store.getState().isPlaying).toBe(true);
  });

  it('opens a shelf as a page, with all that it holds', async () => {
    const server = fakeServer({
      'GET /music/albums': ({ query }: SeenCall) => {
        const offset = Number(query.get('offset'));
        return pageOf(
          Array.from({ length: 200 }, (_, index) => wireMusicAlbum(`Album ${offset + index}`)),
          1_000,
        );
      },
    });
    renderCollection(<HomeScreen shelf="recently_played" />);
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Recently played');
    const first = await screen.findByRole('link', { name: /Album 0/ });
    expect(server.callsOf('GET /music/albums')[0]?.query.get('order')).toBe('recently_played');
    fireEvent.keyDown(first, { key: 'End' });
    expect(await screen.findByRole('link', { name: /Album 999/ })).toBeDefined();
  });

  it('says that there is nothing yet, and can be asked for again when the server failed', async () => {
    const server = fakeServer({ 'GET /music/home': problem(500, 'internal') });
    renderCollection(<HomeScreen shelf={null} />);
    expect((await screen.findByRole('alert')).textContent).toContain('This could not be loaded.');
    server.answer({ 'GET /music/home': home({ recently_added: [], random: [] }) });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('There are no albums yet.')).toBeDefined();
  });
});

describe('what stands there at random', () => {
  it('stays for an hour', () => {
    const hourMs = 3_600_000;
    expect(randomSeed(5 * hourMs)).toBe(randomSeed(6 * hourMs - 1));
    expect(randomSeed(5 * hourMs)).not.toBe(randomSeed(6 * hourMs));
  });
});
