import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { sessionStore } from './session-store.ts';
import { readUserValue, writeUserValue } from './user-storage.ts';

/** Counts changes, so that whoever shows the setting renders again. */
const changes = createStore(() => 0);

/** Whether the signed-in user wants keyboard shortcuts in this browser; they are on unless turned off. */
export function areShortcutsOn(): boolean {
  const { session } = sessionStore.getState();
  return session !== null && readUserValue(session.username, 'hasShortcuts') !== false;
}

/** Turns keyboard shortcuts on or off. @returns false when the choice could not be kept */
export function setShortcuts(isOn: boolean): boolean {
  const { session } = sessionStore.getState();
  const isKept = session !== null && writeUserValue(session.username, 'hasShortcuts', isOn);
  changes.setState(changes.getState() + 1, true);
  return isKept;
}

/** `areShortcutsOn`, rendered again when it changes. */
export function useAreShortcutsOn(): boolean {
  useStore(changes);
  return areShortcutsOn();
}
