import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderCollection, songButton } from '../../collection/parts/test-collection.tsx';
import { navigate } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { songNamed } from '../../player/core/test-songs.ts';
import { fakeServer, problem } from '../../test-kit/fake-server.ts';
import { PlaylistsScreen } from '../playlists/playlists-screen.tsx';
import { PlaylistScreen } from './playlist-screen.tsx';

const name = '100% #1 / hits?';
const route = `GET /playlist/${name}`;
const songs = [songNamed('a'), songNamed('b')];

beforeEach(() => navigate(paths.playlist(name)));

describe('the list of playlists', () => {
  it('leads to each, whatever it is called', async () => {
    fakeServer({ 'GET /playlists': [{ name }], 'GET /smart_lists': [] });
    renderCollection(<PlaylistsScreen />);
    const link = await screen.findByRole('link', { name });
    expect(link.getAttribute('href')).toBe('#/playlist/100%25%20%231%20%2F%20hits%3F');
  });

  it('says how to save one when there is none', async () => {
    fakeServer({ 'GET /playlists': [], 'GET /smart_lists': [] });
    renderCollection(<PlaylistsScreen />);
    expect(await screen.findByText(/save it with the save button above it/)).toBeDefined();
  });

  it('queues a playlist from its menu', async () => {
    fakeServer({ 'GET /playlists': [{ name }], 'GET /smart_lists': [], [route]: songs });
    const { titles } = renderCollection(<PlaylistsScreen />);
    fireEvent.contextMenu(await screen.findByRole('link', { name }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Add to queue' }));
    await waitFor(() => expect(titles()).toEqual(['a', 'b']));
  });
});

describe('a playlist', () => {
  it('shows its songs, a song saved twice as two rows', async () => {
    fakeServer({ [route]: [...songs, songNamed('a')] });
    renderCollection(<PlaylistScreen name={name} />);
    expect(await screen.findByText('3 songs')).toBeDefined();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(name);
    expect(within(screen.getByRole('grid')).getAllByRole('row')).toHaveLength(3);
    expect(songButton('b')).toBeDefined();
  });

  it('takes the place of the queue when played', async () => {
    fakeServer({ [route]: songs });
    const { titles, currentTitle, state } = renderCollection(<PlaylistScreen name={name} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Play' }));
    await waitFor(() => expect(titles()).toEqual(['a', 'b']));
    expect(currentTitle()).toBe('a');
    expect(state().playlistName).toBe(name);
  });

  it("has no 'Play' without tracks, and can be deleted", async () => {
    fakeServer({ [route]: [] });
    renderCollection(<PlaylistScreen name={name} />);
    expect(await screen.findByText('This playlist has no songs.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Play' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Delete' })).toBeDefined();
  });

  it('goes back to the playlists when deleted, and can be brought back with what is missing', async () => {
    const server = fakeServer({ [route]: songs, [`DELETE /playlist/${name}`]: undefined });
    const entries = [songs[0]?.path, 'Away/missing.mp3', songs[1]?.path];
    server.answer({ [`GET /playlist_entries/${name}`]: entries });
    server.answer({ [`PUT /playlist/${name}`]: undefined });
    renderCollection(<PlaylistScreen name={name} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(window.location.hash).toBe('#/playlists'));
    expect(server.callsOf(`DELETE /playlist/${name}`)).toHaveLength(1);
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(server.callsOf(`PUT /playlist/${name}`)).toHaveLength(1));
    expect(server.callsOf(`PUT /playlist/${name}`)[0]?.body).toEqual({ tracks: entries });
  });

  it('asks before it is deleted when it could not be brought back', async () => {
    const server = fakeServer({ [route]: songs, [`DELETE /playlist/${name}`]: undefined });
    server.answer({ [`GET /playlist_entries/${name}`]: problem(503, 'unavailable') });
    renderCollection(<PlaylistScreen name={name} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(server.callsOf(`DELETE /playlist/${name}`)).toHaveLength(0);
    fireEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(window.location.hash).toBe('#/playlists'));
    expect(server.callsOf(`DELETE /playlist/${name}`)).toHaveLength(1);
  });

  it('leads nobody away who went elsewhere while it was deleted', async () => {
    const server = fakeServer({ [route]: songs, [`GET /playlist_entries/${name}`]: [] });
    server.answer({ [`DELETE /playlist/${name}`]: problem(507, 'storage_full') });
    renderCollection(<PlaylistScreen name={name} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    const again = await screen.findByRole('button', { name: 'Try again' });
    navigate(paths.random());
    server.answer({ [`DELETE /playlist/${name}`]: undefined });
    fireEvent.click(again);
    expect(await screen.findByText(`Playlist '${name}' deleted`)).toBeDefined();
    expect(window.location.hash).toBe(paths.random());
  });

  it('stays when it could not be deleted, and says so', async () => {
    const server = fakeServer({ [route]: songs, [`GET /playlist_entries/${name}`]: [] });
    server.answer({ [`DELETE /playlist/${name}`]: problem(507, 'storage_full') });
    renderCollection(<PlaylistScreen name={name} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await screen.findByText(`Playlist '${name}' could not be deleted.`)).toBeDefined();
    expect(window.location.hash).not.toBe('#/playlists');
  });

  it('that was deleted elsewhere is deleted here as well', async () => {
    const gone = problem(404, 'playlist_not_found');
    fakeServer({
      [route]: songs,
      [`GET /playlist_entries/${name}`]: gone,
      [`DELETE /playlist/${name}`]: gone,
    });
    renderCollection(<PlaylistScreen name={name} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(window.location.hash).toBe('#/playlists'));
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('that was deleted elsewhere says so instead of playing', async () => {
    const server = fakeServer({ [route]: songs });
    renderCollection(<PlaylistScreen name={name} />);
    const play = await screen.findByRole('button', { name: 'Play' });
    server.answer({ [route]: () => problem(404, 'playlist_not_found') });
    fireEvent.click(play);
    expect((await screen.findByRole('alert')).textContent).toContain('There is no playlist of this name.');
    expect(screen.queryByText('The songs could not be loaded.')).toBeNull();
  });

  it('says that there is none of this name', async () => {
    fakeServer({ [route]: problem(404, 'playlist_not_found') });
    renderCollection(<PlaylistScreen name={name} />);
    expect((await screen.findByRole('alert')).textContent).toContain('There is no playlist of this name.');
  });
});
