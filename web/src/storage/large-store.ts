import { logProblem } from '../lib/log.ts';

const databaseName = 'tonearm';
const storeName = 'large-values';

/** Values too long for the browser's small storage, by key. Nothing here throws. */
export interface LargeStore {
  /** Asks for a value that is read soon: it comes while the rest of the page is still being loaded. */
  preload(key: string): void;
  /** The value as it was written; undefined when there is none or it cannot be read. */
  read(key: string): Promise<unknown>;
  /** Keeps a cloneable value; undefined forgets it. False, after logging, when that failed. */
  write(key: string, value: unknown): Promise<boolean>;
}

/** Makes a store that opens IndexedDB when it is first needed. */
export function createLargeStore(factory: IDBFactory | undefined = globalThis.indexedDB): LargeStore {
  let opening: Promise<IDBDatabase> | undefined;
  const opened = () => {
    const forget = () => {
      opening = undefined;
    };
    opening ??= open(factory, forget).catch((cause: unknown) => {
      forget();
      throw cause;
    });
    return opening;
  };
  const fetch = async (key: string): Promise<unknown> => {
    try {
      const store = (await opened()).transaction(storeName, 'readonly').objectStore(storeName);
      return await settled(store.get(key));
    } catch (cause) {
      logProblem(`Could not read ${key} from the browser's database`, cause);
      return undefined;
    }
  };
  /** What was asked for ahead; each is given out once. */
  const ahead = new Map<string, Promise<unknown>>();
  return {
    preload: (key) => void ahead.set(key, fetch(key)),
    read(key) {
      const value = ahead.get(key) ?? fetch(key);
      ahead.delete(key);
      return value;
    },
    async write(key, value) {
      ahead.delete(key);
      try {
        const transaction = (await opened()).transaction(storeName, 'readwrite');
        const store = transaction.objectStore(storeName);
        if (value === undefined) store.delete(key);
        else store.put(value, key);
        await committed(transaction);
        return true;
      } catch (cause) {
        logProblem(`Could not write ${key} to the browser's database`, cause);
        return false;
      }
    },
  };
}

/** The store of this page. */
export const largeStore = createLargeStore();

/** @param onGone the database was closed, by a newer version in another tab or by the browser */
function open(factory: IDBFactory | undefined, onGone: () => void): Promise<IDBDatabase> {
  if (!factory) return Promise.reject(new Error('This browser has no IndexedDB'));
  const request = factory.open(databaseName, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(storeName);
  return settled(request).then((database) => {
    // Another tab with a newer version must not wait for this one.
    database.onversionchange = () => {
      database.close();
      onGone();
    };
    database.onclose = onGone;
    return database;
  });
}

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const committed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
    transaction.onerror = () => reject(transaction.error);
  });
