import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { sessionStore } from './session-store.ts';
import { readUserValue, writeUserValue } from './user-storage.ts';

/** How the pane beside the content stands. */
export interface QueuePaneSetting {
  /** In pixels; null for as wide as the window suggests. */
  readonly widthPx: number | null;
  readonly isCollapsed: boolean;
}

/** Narrowest and widest pane, in pixels. */
export const queuePaneLimits = { narrowestPx: 320, widestPx: 640 } as const;

const unset: QueuePaneSetting = { widthPx: null, isCollapsed: false };

/** What is shown; what is kept is read once for each user. */
const shown = createStore<{ readonly username: string | null; readonly setting: QueuePaneSetting }>(() => ({
  username: null,
  setting: unset,
}));

/** The setting of the signed-in user in this browser. */
export function queuePaneSetting(): QueuePaneSetting {
  const username = sessionStore.getState().session?.username ?? null;
  const state = shown.getState();
  return state.username === username ? state.setting : readSetting(username);
}

/**
 * Changes the setting.
 * @param isKept whether it is remembered; not while a pointer still moves
 */
export function setQueuePane(change: Partial<QueuePaneSetting>, { isKept = true } = {}): void {
  const username = sessionStore.getState().session?.username ?? null;
  const setting = { ...queuePaneSetting(), ...change };
  shown.setState({ username, setting });
  if (isKept && username !== null) writeUserValue(username, 'queuePane', setting);
}

/** `queuePaneSetting`, rendered again when it changes. */
export function useQueuePaneSetting(): QueuePaneSetting {
  useStore(shown);
  return queuePaneSetting();
}

function readSetting(username: string | null): QueuePaneSetting {
  const value = username === null ? null : readUserValue(username, 'queuePane');
  if (typeof value !== 'object' || value === null) return unset;
  const { widthPx, isCollapsed } = value as Record<string, unknown>;
  const { narrowestPx, widestPx } = queuePaneLimits;
  return {
    widthPx: typeof widthPx === 'number' ? Math.min(Math.max(widthPx, narrowestPx), widestPx) : null,
    isCollapsed: isCollapsed === true,
  };
}
