import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectServerPresence, serverPresence } from '../../../lib/server-presence.ts';
import { type FakeServer, problem } from '../../../test-kit/fake-server.ts';
import { commit, fakeCollectionServer, field, openCollectionTab } from './test-collection-tab.tsx';

let server: FakeServer;

beforeEach(() => {
  server = fakeCollectionServer();
});

describe('the collection settings', () => {
  it('keep the period in seconds and show it in minutes', async () => {
    await openCollectionTab();
    const period = 'Scan collection every … minutes';
    expect(field(period).value).toBe('30');
    commit(period, '-5');
    expect(field(period).value).toBe('30');
    commit(period, '45');
    await waitFor(() =>
      expect(server.callsOf('PUT /settings').map(({ body }) => body)).toEqual([
        { reindex_every_n_seconds: 2_700 },
      ]),
    );
  });

  it.each([
    [90, '2'],
    [20, '0'],
  ])('leave a period of %i seconds alone when only looked at', async (seconds, shown) => {
    server.answer({ 'GET /settings': { album_art_pattern: '', reindex_every_n_seconds: seconds } });
    await openCollectionTab();
    const period = 'Scan collection every … minutes';
    expect(field(period).value).toBe(shown);
    fireEvent.blur(field(period));
    commit(period, '3');
    await waitFor(() => expect(server.callsOf('PUT /settings')).not.toHaveLength(0));
    expect(server.callsOf('PUT /settings').map(({ body }) => body)).toEqual([
      { reindex_every_n_seconds: 180 },
    ]);
  });

  it('start a scan; the button tells for two seconds', async () => {
    await openCollectionTab();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.click(screen.getByRole('button', { name: 'Scan now' }));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Hold on…' }).disabled).toBe(true);
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(screen.getByRole('button', { name: 'On it!' })).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(screen.getByRole('button', { name: 'Scan now' })).toBeTruthy();
  });

  it('start no scan while the server is away', async () => {
    await openCollectionTab();
    onTestFinished(connectServerPresence(async () => false));
    await act(() => serverPresence.doubt());
    const scan = screen.getByRole('button', { name: 'Scan now' });
    expect(scan.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(scan);
    expect(server.callsOf('POST /trigger_index')).toEqual([]);
  });

  it('log the status of a scan that could not be started', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    server.answer({ 'POST /trigger_index': problem(503, 'read_only') });
    await openCollectionTab();
    fireEvent.click(screen.getByRole('button', { name: 'Scan now' }));
    expect(await screen.findByRole('button', { name: 'Error :(' })).toBeTruthy();
    expect(log).toHaveBeenCalledWith('The scan was not started', 503);
  });
});
