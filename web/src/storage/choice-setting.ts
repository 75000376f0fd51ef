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
  /** Whose loudness songs are played at: the album's while one plays in order, else the song's. */
  levels: ['auto', 'track', 'album', 'off'],
  /** Added to it, in decibels. */
  preamp: ['0', '-6', '-3', '3', '6'],
  /** Seconds in which songs fade into one another. */
  crossfade: ['0', '2', '4', '6', '8', '12'],
  /** How fast spoken things are played. */
  spokenRate: ['1', '0.75', '1.25', '1.5', '1.75', '2'],
  /** How much data songs may take. */
  soundQuality: ['original', 'high', 'low'],
  /** Whether the seek bar is the shape of the sound. */
  waveform: ['on', 'off'],
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

/** Calls back when any of them changes. @returns ends that */
export const onChoice = (listener: () => void): (() => void) => changes.subscribe(listener);

/** `choiceOf`, rendered again when it changes. */
export function useChoice<N extends ChoiceName>(name: N): Choice<N> {
  useStore(changes);
  return choiceOf(name);
}
