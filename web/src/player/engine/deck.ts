import type { Adjustment, TrackSource } from '../core/audio-engine.ts';
import type { PlaybackFault } from '../core/player-state.ts';
import type { MediaElement } from './media-element.ts';
import { createTimeline } from './timeline.ts';

/** What happened on a deck; only decks that hold a source report. */
export type DeckEvent =
  | 'progress'
  | 'sounding'
  | 'waiting'
  | 'paused'
  | 'resumed'
  | 'blocked'
  | 'loaded-enough'
  | 'ended'
  | 'failed';

/** One audio element and what it holds. */
export interface Deck {
  readonly element: MediaElement;
  source(): TrackSource | null;
  hasFailed(): boolean;
  /** Sound comes out of it now. */
  isSounding(): boolean;
  load(source: TrackSource, startSeconds: number): void;
  play(): void;
  clear(): void;
  seekTo(seconds: number): void;
  /** What everything is played at, 0 to 1. */
  setGain(gain: number): void;
  /** Of a fade that runs, 0 to 1. */
  setFade(fade: number): void;
  /** Changes level and speed of what it holds. */
  adjust(how: Adjustment): void;
  /** Where it plays, or will start once the file is known. */
  positionSeconds(): number;
  /** Null until known. A stream without an end has none. */
  durationSeconds(): number | null;
  bufferedSeconds(): number;
  dispose(): void;
}

const eventOf: Readonly<Record<string, DeckEvent>> = {
  timeupdate: 'progress',
  durationchange: 'progress',
  progress: 'progress',
  seeked: 'progress',
  playing: 'sounding',
  waiting: 'waiting',
  pause: 'paused',
  play: 'resumed',
  canplaythrough: 'loaded-enough',
  suspend: 'loaded-enough',
  ended: 'ended',
};

/** MediaError codes (HTML, "error codes"); 1 is an abort of our own and no fault. */
const faultOf: Readonly<Record<number, PlaybackFault>> = { 2: 'network', 3: 'decode', 4: 'unsuitable' };

/**
 * Why an element could not play; null when nothing is wrong with the track.
 * Browsers say "unsuitable" also of a source they could not reach, so being offline decides.
 */
export const faultOfElement = (element: MediaElement, isOnline: boolean): PlaybackFault | null => {
  const fault = faultOf[element.error?.code ?? 0] ?? null;
  return fault === 'unsuitable' && !isOnline ? 'network' : fault;
};

/** A source with what changed of it. What it is loaded as stays: of a conversion only the length may become known. */
export const adjusted = (source: TrackSource, how: Adjustment): TrackSource => {
  const { conversion, encoding, level, peak, rate, fadeSeconds } = how;
  const tuned = { ...source, level, peak, rate, fadeSeconds };
  if (source.conversion === undefined) return { ...tuned, ...(encoding && { encoding }) };
  const durationSeconds = conversion?.durationSeconds ?? source.conversion.durationSeconds;
  return { ...tuned, conversion: { ...source.conversion, durationSeconds } };
};

/** What a deck holds, and what its element said of it. */
interface HeldSource {
  source: TrackSource | null;
  hasFailed: boolean;
  isSounding: boolean;
}

/** Wraps an element; `report` hears what happens to the source it holds. */
export const createDeck = (element: MediaElement, report: (event: DeckEvent) => void): Deck => {
  const held: HeldSource = { source: null, hasFailed: false, isSounding: false };
  const timeline = createTimeline(element, () => held.source);
  const loudness = createLoudness(element);
  element.preload = 'auto';
  const stopListening = listenTo(element, held, report);
  element.addEventListener('loadedmetadata', timeline.start);

  const clear = (): void => {
    Object.assign(held, { source: null, hasFailed: false, isSounding: false });
    timeline.begin(0);
    element.pause();
    element.removeAttribute('src');
    element.load();
  };
  const play = (): void => playElement(element, held, report);
  const set = (seconds: number): void => {
    Object.assign(held, { hasFailed: false, isSounding: false });
    element.src = timeline.begin(seconds);
    setRate(element, held.source);
  };
  /** A conversion that does not reach there is asked for from there. */
  const beginAnew = (seconds: number): void => {
    const wasPlaying = !element.paused;
    set(seconds);
    if (!wasPlaying) return;
    report('waiting');
    play();
  };

  return {
    element,
    source: () => held.source,
    hasFailed: () => held.hasFailed,
    isSounding: () => held.isSounding,
    load(source, start) {
      held.source = source;
      set(start);
      loudness.set({ level: source.level ?? 1 });
    },
    play,
    clear,
    setGain: (gain) => loudness.set({ gain }),
    setFade: (fade) => loudness.set({ fade }),
    adjust(how) {
      if (held.source === null) return;
      held.source = adjusted(held.source, how);
      loudness.set({ level: held.source.level ?? 1 });
      setRate(element, held.source);
    },
    seekTo(seconds) {
      if (!timeline.goTo(seconds)) beginAnew(seconds);
    },
    positionSeconds: timeline.positionSeconds,
    durationSeconds: timeline.durationSeconds,
    bufferedSeconds: timeline.bufferedSeconds,
    dispose() {
      clear();
      stopListening();
      element.removeEventListener('loadedmetadata', timeline.start);
    },
  };
};

const setRate = (element: MediaElement, source: TrackSource | null): void => {
  const rate = source?.rate ?? 1;
  // Loading goes back to the usual speed.
  element.defaultPlaybackRate = rate;
  element.playbackRate = rate;
};

/** Notes and reports what an element says of the source that is held. @returns what ends it */
const listenTo = (
  element: MediaElement,
  held: HeldSource,
  report: (event: DeckEvent) => void,
): (() => void) => {
  const hear = (event: Event): void => {
    if (held.source === null) return;
    const kind = eventOf[event.type];
    if (kind === 'sounding') held.isSounding = true;
    if (kind === 'waiting' || kind === 'paused' || kind === 'ended') held.isSounding = false;
    if (kind !== undefined) report(kind);
  };
  const hearError = (): void => {
    if (held.source === null || element.error === null) return;
    held.hasFailed = true;
    report('failed');
  };
  for (const type of Object.keys(eventOf)) element.addEventListener(type, hear);
  element.addEventListener('error', hearError);
  return () => {
    for (const type of Object.keys(eventOf)) element.removeEventListener(type, hear);
    element.removeEventListener('error', hearError);
  };
};

const playElement = (
  element: MediaElement,
  held: Readonly<HeldSource>,
  report: (event: DeckEvent) => void,
): void => {
  const playing = held.source;
  element.play().catch((cause: unknown) => {
    // Other refusals come with an error event, or because something else was loaded meanwhile.
    if (held.source === playing && cause instanceof DOMException && cause.name === 'NotAllowedError') {
      report('blocked');
    }
  });
};

/** What makes an element as loud as it is: all of these together, as far as elements go. */
const createLoudness = (element: MediaElement) => {
  const parts = { gain: 1, fade: 1, level: 1 };
  return {
    set(changes: Partial<typeof parts>): void {
      Object.assign(parts, changes);
      // What goes above that, where something else makes it louder still, fades as all of it does.
      element.volume = Math.min(parts.gain * parts.level, 1) * parts.fade;
    },
  };
};
