import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  pageOf,
  renderCollection,
  wireAlbum,
  wireFolder,
  wireSong,
} from '../../collection/parts/test-collection.tsx';
import { songNamed } from '../../player/core/test-songs.ts';
import { signIn, signOut } from '../../storage/session-store.ts';
import { fakeServer, problem } from '../../test-kit/fake-server.ts';
import { BrowserScreen } from './browser-screen.tsx';

const calm = {
  'GET /collection_status': {
    is_scanning: false,
    is_first_scan: false,
    song_count: 9,
    revision: 1,
    away_sources: [],
  },
};
const withArt = { artwork: 'Music/Heron/Picnic/Folder.jpg' };
const headings = () => screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);

afterEach(() => signOut(null));

describe('the browser', () => {
  it('shows the music sources under its title and All Music', async () => {
    fakeServer({ ...calm, 'GET /browse': [wireFolder('Music'), wireFolder('Old drive')] });
    renderCollection(<BrowserScreen path="" />);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Music Collection');
    const grid = await screen.findByRole('grid', { name: 'Contents of All Music' });
    expect(within(grid).getAllByRole('link')).toHaveLength(2);
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('All Music');
    expect(screen.getByRole('button', { name: 'Queue All' })).toBeDefined();
  });

  it('leads back by breadcrumbs, and on by links, whatever the folders are called', async () => {
    const path = 'Music/50% off?/#1';
    fakeServer({ ...calm, [`GET /browse/${path}`]: [wireFolder(`${path}/a & b`)] });
    renderCollection(<BrowserScreen path={path} />);
    const trail = screen.getByRole('navigation');
    expect(within(trail).getByRole('link', { name: '50% off?' }).getAttribute('href')).toBe(
      '#/browse/Music/50%25%20off%3F',
    );
    expect(within(trail).getByText('#1').getAttribute('aria-current')).toBe('page');
    const link = await screen.findByRole('link', { name: /a & b/ });
    expect(link.getAttribute('href')).toBe('#/browse/Music/50%25%20off%3F/%231/a%20%26%20b');
  });

  it('shows an album with its artist, and queues its songs in their order', async () => {
    const songs = [wireSong('Second', { ...withArt, track_number: 2 }), wireSong('First', withArt)];
    fakeServer({ ...calm, 'GET /browse/Music/x': songs });
    const { titles } = renderCollection(<BrowserScreen path="Music/x" />);
    expect(await screen.findByRole('heading', { level: 2, name: 'Picnic' })).toBeDefined();
    expect(screen.getByText('Heron')).toBeDefined();
    expect(screen.getByText('2016 · 2 songs · 6m')).toBeDefined();
    expect(screen.queryByRole('heading', { level: 3 })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Queue All' }));
    expect(titles()).toEqual(['First', 'Second']);
  });

  it("puts 'Disc N' headings over an album of several discs, each with its menu", async () => {
    const songs = [
      wireSong('B', { ...withArt, disc_number: 2 }),
      wireSong('A', { ...withArt, disc_number: 1 }),
    ];
    fakeServer({ ...calm, 'GET /browse/Music/x': songs });
    const { titles } = renderCollection(<BrowserScreen path="Music/x" />);
    await screen.findByRole('grid');
    expect(headings()).toEqual(['Disc 1', 'Disc 2']);
    fireEvent.contextMenu(screen.getByText('Disc 2'));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Add to queue' }));
    expect(titles()).toEqual(['B']);
  });

  it('shows albums as covers with artist and year', async () => {
    fakeServer({
      ...calm,
      'GET /browse/Music/Heron': [wireAlbum('Music/Heron/Picnic'), wireAlbum('Music/Heron/Ripples')],
    });
    renderCollection(<BrowserScreen path="Music/Heron" />);
    const grid = await screen.findByRole('grid', { name: 'Albums of Heron' });
    expect(within(grid).getAllByRole('row')).toHaveLength(1);
    expect(within(grid).getAllByText('Heron · 2016')).toHaveLength(2);
  });

  it('queues everything below a folder', async () => {
    const server = fakeServer({
      ...calm,
      'GET /browse/Music': [wireFolder('Music/Heron')],
      'GET /flatten/Music': [songNamed('a'), songNamed('b')],
    });
    const { titles } = renderCollection(<BrowserScreen path="Music" />);
    fireEvent.click(await screen.findByRole('button', { name: 'Queue All' }));
    await waitFor(() => expect(titles()).toEqual(['a', 'b']));
    expect((await screen.findAllByText('2 songs added')).length).toBeGreaterThan(0);
    expect(server.callsOf('GET /flatten/Music')).toHaveLength(1);
  });

  it('asks only for the part of a long folder that is looked at', async () => {
    const server = fakeServer({
      ...calm,
      'GET /browse/Music': ({ query }: { query: URLSearchParams }) => {
        const offset = Number(query.get('offset'));
        const songs = Array.from({ length: 500 }, (_, index) => wireSong(`song ${offset + index}`));
        return pageOf(songs, 200_000);
      },
    });
    renderCollection(<BrowserScreen path="Music" />);
    const grid = await screen.findByRole('grid');
    expect(grid.getAttribute('aria-rowcount')).toBe('200000');
    expect(within(grid).getAllByRole('row').length).toBeLessThan(40);
    expect(server.callsOf('GET /browse/Music')).toHaveLength(1);
    fireEvent.keyDown(within(grid).getAllByRole('button')[0] as HTMLElement, { key: 'End' });
    await waitFor(() => expect(within(grid).getByText('song 199999')).toBeDefined());
    expect(document.activeElement?.textContent).toContain('song 199999');
    expect(server.callsOf('GET /browse/Music').map(({ query }) => query.get('offset'))).toEqual([
      '0',
      '199500',
    ]);
  });

  it('is filtered and sorted by its tools, which F opens, and plays as it is shown', async () => {
    signIn({ username: 'ann', authToken: 't', isAdmin: false, mediaToken: null });
    const songs = ['Bee', 'Ant', 'Cow'].map((title, index) =>
      wireSong(title, { album: title, year: 2000 + index }),
    );
    fakeServer({ ...calm, 'GET /browse/Music': [wireFolder('Music/Ants'), ...songs] });
    const { titles } = renderCollection(<BrowserScreen path="Music" />);
    const grid = await screen.findByRole('grid');
    fireEvent.keyDown(within(grid).getAllByRole('button')[0] as HTMLElement, { key: 'f' });
    const field = await screen.findByRole('searchbox', { name: 'Filter this list' });
    expect(document.activeElement).toBe(field);
    const shown = () =>
      within(screen.getByRole('grid'))
        .getAllByRole('row')
        .map((row) => row.textContent);
    fireEvent.click(screen.getByRole('button', { name: 'Title' }));
    await waitFor(() =>
      expect(shown()).toEqual(['Ants', 'Ant', 'Bee', 'Cow'].map((name) => expect.stringContaining(name))),
    );
    fireEvent.click(screen.getByRole('button', { name: /^Title/ }));
    fireEvent.change(field, { target: { value: 'an' } });
    await waitFor(() => expect(shown()).toHaveLength(2));
    expect(screen.getByText('2 of 4 entries')).toBeDefined();
    fireEvent.change(field, { target: { value: 'heron' } });
    await waitFor(() => expect(shown()).toHaveLength(3));
    fireEvent.click(screen.getByRole('button', { name: 'Play Bee now' }));
    expect(titles()).toEqual(['Cow', 'Bee', 'Ant']);
    fireEvent.change(field, { target: { value: 'whale' } });
    expect(await screen.findByText('Nothing in this list has these words.')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Clear the filter' }));
    fireEvent.click(screen.getByRole('button', { name: /^Title/ }));
    await waitFor(() => expect(shown()).toHaveLength(4));
  });

  it('takes up what changed in the collection, and keeps what was selected', async () => {
    const server = fakeServer({
      ...calm,
      'GET /browse/Music': [wireFolder('Music/A'), wireFolder('Music/B')],
    });
    const { queries } = renderCollection(<BrowserScreen path="Music" />);
    fireEvent.click(await screen.findByRole('link', { name: 'A' }), { ctrlKey: true });
    server.answer({ 'GET /browse/Music': ['A', 'B', 'C'].map((name) => wireFolder(`Music/${name}`)) });
    void queries.invalidateQueries({ queryKey: ['collection'] });
    expect(await screen.findByRole('link', { name: 'C' })).toBeDefined();
    expect(screen.getAllByRole('gridcell', { selected: true })).toHaveLength(1);
    server.answer({ 'GET /browse/Music': ['0', 'A'].map((name) => wireFolder(`Music/${name}`)) });
    void queries.invalidateQueries({ queryKey: ['collection'] });
    expect(await screen.findByRole('link', { name: '0' })).toBeDefined();
    expect(screen.queryAllByRole('gridcell', { selected: true })).toHaveLength(0);
  });

  it('says that the collection is being read in anew, and asks again by itself', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const server = fakeServer({ ...calm, 'GET /browse/Music': problem(503, 'unavailable') });
    renderCollection(<BrowserScreen path="Music" />);
    expect(await screen.findByText(/is being read in anew/)).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
    server.answer({ 'GET /browse/Music': ['A', 'B'].map((name) => wireFolder(`Music/${name}`)) });
    vi.advanceTimersByTime(5_000);
    vi.useRealTimers();
    expect(await screen.findByRole('link', { name: 'A' })).toBeDefined();
  });

  it('says that a folder is not there, and leads to All Music', async () => {
    fakeServer({ ...calm, 'GET /browse/Gone': problem(404, 'folder_not_found') });
    renderCollection(<BrowserScreen path="Gone" />);
    expect((await screen.findByRole('alert')).textContent).toContain('This folder is not in the collection.');
    fireEvent.click(screen.getByRole('button', { name: 'Go to All Music' }));
    expect(window.location.hash).toBe('#/browse');
  });

  it('tries again when the server failed', async () => {
    const server = fakeServer({ ...calm, 'GET /browse': problem(500, 'internal') });
    renderCollection(<BrowserScreen path="" />);
    await screen.findByRole('alert');
    server.answer({ 'GET /browse': [wireFolder('Music')] });
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: /Music/ })).toBeDefined();
  });

  it('sends an administrator of an empty collection to the music sources', async () => {
    signIn({ username: 'ann', authToken: 't', isAdmin: true, mediaToken: null });
    fakeServer({ ...calm, 'GET /browse': [] });
    renderCollection(<BrowserScreen path="" />);
    fireEvent.click(await screen.findByRole('button', { name: 'Music sources' }));
    expect(window.location.hash).toBe('#/settings/collection');
  });

  it('asks for patience during the first scan', async () => {
    const status = { ...calm['GET /collection_status'], is_scanning: true, is_first_scan: true };
    fakeServer({ 'GET /collection_status': status, 'GET /browse': [] });
    renderCollection(<BrowserScreen path="" />);
    expect(await screen.findByText(/being read for the first time/)).toBeDefined();
  });

  it('marks what lies on a drive that is away', async () => {
    const status = { ...calm['GET /collection_status'], away_sources: ['Old drive'] };
    fakeServer({
      'GET /collection_status': status,
      'GET /browse': [wireFolder('Music'), wireFolder('Old drive')],
    });
    renderCollection(<BrowserScreen path="" />);
    const link = await screen.findByRole('link', { name: /Old drive/ });
    await waitFor(() => expect(within(link).getByText('Away')).toBeDefined());
    expect(within(screen.getByRole('link', { name: /^Music/ })).queryByText('Away')).toBeNull();
  });
});
