import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { sessionStore } from './session-store.ts';
import { readUserValue, writeUserValue } from './user-storage.ts';

/** What rows of songs may show between title and length, in the order it stands there. */
export const songColumns = ['track', 'year', 'genre', 'composer', 'album', 'rating'] as const;
/** One of them. */
export type SongColumn = (typeof songColumns)[number];

const usual: readonly SongColumn[] = ['album'];

/** Counts changes, so that whoever shows the setting renders again. */
const changes = createStore(() => 0);

let last: { readonly stored: string; readonly columns: readonly SongColumn[] } | null = null;

/** Columns that the signed-in user chose in this browser; the same object until it changes. */
function chosenColumns(): readonly SongColumn[] {
  const { session } = sessionStore.getState();
  const stored = session === null ? undefined : readUserValue(session.username, 'columns');
  const name = JSON.stringify(stored) ?? '';
  if (last?.stored !== name) {
    const columns = Array.isArray(stored) ? songColumns.filter((column) => stored.includes(column)) : usual;
    last = { stored: name, columns };
  }
  return last.columns;
}

/** Shows a column, or no longer. */
export function toggleColumn(column: SongColumn): void {
  const { session } = sessionStore.getState();
  const now = chosenColumns();
  const next = now.includes(column) ? now.filter((other) => other !== column) : [...now, column];
  if (session !== null) writeUserValue(session.username, 'columns', next);
  changes.setState(changes.getState() + 1, true);
}

/** The setting, rendered again when it changes. */
export function useColumns(): readonly SongColumn[] {
  useStore(changes);
  return chosenColumns();
}
