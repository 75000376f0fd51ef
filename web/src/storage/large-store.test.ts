import { expect, it, vi } from 'vitest';
import { createLargeStore } from './large-store.ts';

it('a browser without a database loses nothing but what is large', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const store = createLargeStore(undefined);
  expect(await store.write('queue', [1, 2])).toBe(false);
  expect(await store.read('queue')).toBeUndefined();
  expect(log).toHaveBeenCalledTimes(2);
});

it('a database that cannot be opened is tried again the next time', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const open = vi.fn(() => {
    const request = { error: new Error('blocked') } as unknown as IDBOpenDBRequest;
    queueMicrotask(() => request.onerror?.(new Event('error')));
    return request;
  });
  const store = createLargeStore({ open } as unknown as IDBFactory);
  expect(await store.write('queue', [1])).toBe(false);
  expect(await store.write('queue', [1])).toBe(false);
  expect(open).toHaveBeenCalledTimes(2);
});
