import { sessionStore } from './session-store.ts';
import { readUserValue, writeUserValue } from './user-storage.ts';

const mostKept = 8;

/** What the signed-in user searched for in this browser, newest first. */
export function recentSearches(): readonly string[] {
  const { session } = sessionStore.getState();
  const kept = session && readUserValue(session.username, 'recentSearches');
  return Array.isArray(kept) ? kept.filter((text): text is string => typeof text === 'string') : [];
}

/** Keeps a search as the newest; it stands there once. */
export function keepSearch(text: string): void {
  const { session } = sessionStore.getState();
  const wanted = text.trim();
  if (!session || wanted === '') return;
  const others = recentSearches().filter((kept) => kept !== wanted);
  writeUserValue(session.username, 'recentSearches', [wanted, ...others].slice(0, mostKept));
}
