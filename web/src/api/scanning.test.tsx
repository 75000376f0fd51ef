import { focusManager, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeServer } from '../test-kit/fake-server.ts';
import { collectionStatusOptions } from './collection-status.ts';

afterEach(() => {
  focusManager.setFocused(undefined);
  vi.useRealTimers();
});

function Watcher() {
  useQuery(collectionStatusOptions());
  return null;
}

it('the collection is asked about every few seconds while the page is seen, and not while it is hidden', async () => {
  vi.useFakeTimers();
  const status = { is_scanning: false, is_first_scan: false, song_count: 1, revision: 1, away_sources: [] };
  const server = fakeServer({ 'GET /collection_status': status });
  const calls = () => server.callsOf('GET /collection_status').length;
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } })}>
      <Watcher />
    </QueryClientProvider>,
  );
  await act(() => vi.advanceTimersByTimeAsync(5_100));
  expect(calls()).toBe(3);
  focusManager.setFocused(false);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(calls()).toBe(3);
  focusManager.setFocused(true);
  await act(() => vi.advanceTimersByTimeAsync(10));
  expect(calls()).toBe(4);
});
