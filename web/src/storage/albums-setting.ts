import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { sessionStore } from './session-store.ts';
import { readUserValue, writeUserValue } from './user-storage.ts';

/** How somebody looks at their albums. */
export interface AlbumsSetting {
  readonly view: 'grid' | 'list';
  /** 1 for the smallest covers to `coverSizes`. */
  readonly coverSize: number;
  /** Names a random order: the same number is the same order. */
  readonly seed: number;
}

/** How many sizes covers have. */
export const coverSizes = 5;

const usual: AlbumsSetting = { view: 'grid', coverSize: 3, seed: 1 };

/** Counts changes, so that whoever shows the setting renders again. */
const changes = createStore(() => 0);

let last: { readonly stored: unknown; readonly setting: AlbumsSetting } | null = null;

/** How the signed-in user looks at albums in this browser; the same object until it changes. */
function albumsSetting(): AlbumsSetting {
  const { session } = sessionStore.getState();
  const stored = session === null ? undefined : readUserValue(session.username, 'albums');
  const name = JSON.stringify(stored) ?? '';
  if (last?.stored !== name) last = { stored: name, setting: settingOf(stored) };
  return last.setting;
}

/** What was stored, each part as usual where it is not valid. */
function settingOf(stored: unknown): AlbumsSetting {
  const { view, coverSize, seed } = (stored ?? {}) as Partial<Record<keyof AlbumsSetting, unknown>>;
  const isSize = Number.isInteger(coverSize) && Number(coverSize) >= 1 && Number(coverSize) <= coverSizes;
  return {
    view: view === 'list' ? 'list' : usual.view,
    coverSize: isSize ? Number(coverSize) : usual.coverSize,
    seed: Number.isSafeInteger(seed) && Number(seed) >= 0 ? Number(seed) : usual.seed,
  };
}

/** Changes a part of it. */
export function changeAlbumsSetting(change: Partial<AlbumsSetting>): void {
  const { session } = sessionStore.getState();
  if (session !== null) writeUserValue(session.username, 'albums', { ...albumsSetting(), ...change });
  changes.setState(changes.getState() + 1, true);
}

/** The setting, rendered again when it changes. */
export function useAlbumsSetting(): AlbumsSetting {
  useStore(changes);
  return albumsSetting();
}
