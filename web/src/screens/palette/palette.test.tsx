import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { pageOf, renderCollection, wireAlbum, wireSong } from '../../collection/parts/test-collection.tsx';
import { connectServerPresence, serverPresence } from '../../lib/server-presence.ts';
import { fakeServer } from '../../test-kit/fake-server.ts';
import { asUser } from '../../test-kit/render-screen.tsx';
import { Palette } from './palette.tsx';

it('goes at the first Escape, also while something is typed', async () => {
  fakeServer({ 'GET /playlists': [], 'GET /search/lan': [] });
  const onClose = vi.fn();
  renderCollection(<Palette onClose={onClose} />);
  const field = await screen.findByRole('combobox');
  fireEvent.change(field, { target: { value: 'lan' } });
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledOnce();
});

it('dims what the server has to do while it is away, and leaves it undone', async () => {
  const server = fakeServer({ 'GET /playlists': [], 'POST /trigger_index': undefined });
  asUser('ann', { isAdmin: true });
  const onClose = vi.fn();
  renderCollection(<Palette onClose={onClose} />);
  const scan = await screen.findByRole('option', { name: 'Scan now' });
  expect(scan.getAttribute('aria-disabled')).toBeNull();
  onTestFinished(connectServerPresence(async () => false));
  await act(() => serverPresence.doubt());
  expect(scan.getAttribute('aria-disabled')).toBe('true');
  const field = screen.getByRole('combobox');
  fireEvent.change(field, { target: { value: 'scan now' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  fireEvent.click(screen.getByRole('option', { name: 'Scan now' }));
  expect(server.callsOf('POST /trigger_index')).toEqual([]);
  expect(onClose).not.toHaveBeenCalled();
});

it('asks once for a text, and for covers when typing pauses', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const found = pageOf([wireAlbum('Music/Lanterns'), wireSong('Lantern')], 2, 1);
  const server = fakeServer({ 'GET /playlists': [], 'GET /search/lan': found });
  renderCollection(<Palette onClose={vi.fn()} />);
  await pass(10);
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'lan' } });
  await pass(100);
  const cover = screen.getByRole('option', { name: /^Lanterns/ }).querySelector('img');
  expect(cover?.getAttribute('src')).toBeNull();
  await pass(100);
  expect(cover?.getAttribute('src')).toContain('Lanterns');
  const asked = server.callsOf('GET /search/lan').map(({ query }) => query.toString());
  expect(asked).toEqual(['limit=12&folders=6']);
});

it('opens what was typed in full, also where Enter comes before the answer', async () => {
  const found = Promise.withResolvers<Response>();
  const server = fakeServer({
    'GET /playlists': [{ name: 'Lanes' }],
    'GET /search/lan': pageOf([wireAlbum('Music/Lancaster')], 1, 1),
    'GET /search/lane': () => found.promise,
  });
  const onClose = vi.fn();
  renderCollection(<Palette onClose={onClose} />);
  const field = await screen.findByRole('combobox');
  fireEvent.change(field, { target: { value: 'lan' } });
  await screen.findByRole('option', { name: /^Lancaster/ });
  fireEvent.change(field, { target: { value: 'lane' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(server.callsOf('GET /search/lane')).toHaveLength(1));
  expect(onClose).not.toHaveBeenCalled();
  found.resolve(pageOf([wireAlbum('Music/Lane')], 1, 1));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(window.location.hash).toBe('#/browse/Music/Lane');
});
