import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { sessionStore } from './session-store.ts';
import { readUserValue, writeUserValue } from './user-storage.ts';

/** What people choose for themselves in a browser, one out of a few; the first is what holds unless told. */
export const choices = {
  /** What a tap on a song does: plays the list from there, or adds the song to the queue. */
  tapChoice: ['play', 'add'],
  /** How high the rows of lists are. */
  density: ['normal', 'compact', 'roomy'],
  /** Whether the filter and the columns stand above lists. */
  listTools: ['closed', 'open'],
} as const;

/** Name of such a setting. */
export type ChoiceName = keyof typeof choices;
/** What can be chosen of one. */
export type Choice<N extends ChoiceName> = (typeof choices)[N][number];

/** Counts changes, so that whoever shows a setting renders again. */
const changes = createStore(() => 0);

/** What the signed-in user chose in this browser. */
export function choiceOf<N extends ChoiceName>(name: N): Choice<N> {
  const { session } = sessionStore.getState();
  const options: readonly Choice<N>[] = choices[name];
  const kept = session && readUserValue(session.username, name);
  return options.find((option) => option === kept) ?? (options[0] as Choice<N>);
}

/** Chooses. @returns false when the choice could not be kept */
export function choose<N extends ChoiceName>(name: N, choice: Choice<N>): boolean {
  const { session } = sessionStore.getState();
  const isKept = session !== null && writeUserValue(session.username, name, choice);
  changes.setState(changes.getState() + 1, true);
  return isKept;
}

/** `choiceOf`, rendered again when it changes. */
export function useChoice<N extends ChoiceName>(name: N): Choice<N> {
  useStore(changes);
  return choiceOf(name);
}
