import { logProblem } from '../lib/log.ts';

/** What is needed of a browser's storage. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Text under a key; null when there is none or storage is switched off. */
export function readText(key: string, storage?: TextStorage): string | null {
  try {
    return (storage ?? globalThis.localStorage)?.getItem(key) ?? null;
  } catch (cause) {
    logProblem(`Could not read ${key} from the browser's storage`, cause);
    return null;
  }
}

/**
 * Keeps text under a key; null removes it.
 * @returns false, after logging, when the browser's storage is full or switched off
 */
export function writeText(key: string, text: string | null, storage?: TextStorage): boolean {
  try {
    const target = storage ?? globalThis.localStorage;
    if (!target) return false;
    if (text === null) target.removeItem(key);
    else target.setItem(key, text);
    return true;
  } catch (cause) {
    logProblem(`Could not write ${key} to the browser's storage`, cause);
    return false;
  }
}
