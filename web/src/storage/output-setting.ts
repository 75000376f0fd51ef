import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { sessionStore } from './session-store.ts';
import { readUserValue, writeUserValue } from './user-storage.ts';

/** Where sound goes. */
export interface OutputDevice {
  /** As the browser calls it; empty for whatever the system chooses. */
  readonly id: string;
  readonly label: string;
}

const systemOutput: OutputDevice = { id: '', label: '' };

const isDevice = (value: unknown): value is OutputDevice =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'label'].every((key) => typeof (value as Record<string, unknown>)[key] === 'string');

/** Counts changes, so that whoever shows it renders again. */
const changes = createStore(() => 0);

/** The output that the signed-in user chose in this browser. */
export const outputDevice = (): OutputDevice => {
  const { session } = sessionStore.getState();
  const kept = session && readUserValue(session.username, 'outputDevice');
  return isDevice(kept) ? kept : systemOutput;
};

/** Chooses one. */
export const chooseOutput = (device: OutputDevice): void => {
  const { session } = sessionStore.getState();
  if (session !== null) writeUserValue(session.username, 'outputDevice', device);
  changes.setState(changes.getState() + 1, true);
};

/** Calls back when it changes. @returns ends that */
export const onOutput = (listener: () => void): (() => void) => changes.subscribe(listener);

/** `outputDevice`, rendered again when it changes. */
export const useOutput = (): OutputDevice => {
  useStore(changes);
  return outputDevice();
};
