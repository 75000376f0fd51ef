import { expect, it, vi } from 'vitest';
import { createLargeStore } from './large-store.ts';

/** A database whose values are what they were when the read began, as those of IndexedDB. */
const fakeFactory = (values: Map<string, unknown>) => {
  const succeed = <T>(result: T) => {
    const request = { result } as unknown as IDBRequest<T>;
    queueMicrotask(() => request.onsuccess?.(new Event('success')));
    return request;
  };
  const get = vi.fn((key: string) => succeed(values.get(key)));
  const transaction = () => {
    const made = {
      objectStore: () => ({ get, put: (value: unknown, key: string) => values.set(key, value) }),
    } as unknown as IDBTransaction;
    queueMicrotask(() => made.oncomplete?.(new Event('complete')));
    return made;
  };
  const database = { transaction } as unknown as IDBDatabase;
  const open = vi.fn(() => succeed(database));
  return { factory: { open } as unknown as IDBFactory, get, open, database };
};

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

it('gives out once what was asked for ahead', async () => {
  const values = new Map<string, unknown>([['queue', 'old']]);
  const { factory, get } = fakeFactory(values);
  const store = createLargeStore(factory);
  store.preload('queue');
  expect(await store.read('queue')).toBe('old');
  expect(get).toHaveBeenCalledTimes(1);
  values.set('queue', 'new');
  expect(await store.read('queue')).toBe('new');
});

it('does not give out ahead what was written since', async () => {
  const { factory } = fakeFactory(new Map([['queue', 'old']]));
  const store = createLargeStore(factory);
  store.preload('queue');
  await store.write('queue', 'new');
  expect(await store.read('queue')).toBe('new');
});

it('opens a database again that the browser has closed', async () => {
  const { factory, open, database } = fakeFactory(new Map([['queue', 1]]));
  const store = createLargeStore(factory);
  await store.read('queue');
  database.onclose?.(new Event('close'));
  expect(await store.read('queue')).toBe(1);
  expect(open).toHaveBeenCalledTimes(2);
});
