import { logProblem } from '../lib/log.ts';

const databaseName = 'tonearm';
const storeName = 'large-values';

/** Values too long for the browser's small storage, by key. Nothing here throws. */
export interface LargeStore {
  /** The value as it was written; undefined when there is none or it cannot be read. */
  read(key: string): Promise<unknown>;
  /** Keeps a cloneable value; undefined forgets it. False, after logging, when that failed. */
  write(key: string, value: unknown): Promise<boolean>;
}

/** Opens the store in IndexedDB when it is first needed. */
export function createLargeStore(factory: IDBFactory | undefined = globalThis.indexedDB): LargeStore {
  let opening: Promise<IDBDatabase> | undefined;
  const opened = () => {
    opening ??= open(factory).catch((cause: unknown) => {
      opening = undefined;
      throw cause;
    });
    return opening;
  };
  return {
    async read(key) {
      try {
        const store = (await opened()).transaction(storeName, 'readonly').objectStore(storeName);
        return await settled(store.get(key));
      } catch (cause) {
        logProblem(`Could not read ${key} from the browser's database`, cause);
        return undefined;
      }
    },
    async write(key, value) {
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

function open(factory: IDBFactory | undefined): Promise<IDBDatabase> {
  if (!factory) return Promise.reject(new Error('This browser has no IndexedDB'));
  const request = factory.open(databaseName, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(storeName);
  return settled(request).then((database) => {
    // Another tab with a newer version must not wait for this one.
    database.onversionchange = () => database.close();
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
