import type { TrackSource } from '../core/audio-engine.ts';
import type { PlaybackFault } from '../core/player-state.ts';

/** What a deck needs of an `<audio>` element. */
export type MediaElement = Pick<
  HTMLMediaElement,
  | 'addEventListener'
  | 'buffered'
  | 'currentTime'
  | 'defaultPlaybackRate'
  | 'duration'
  | 'ended'
  | 'error'
  | 'load'
  | 'pause'
  | 'paused'
  | 'play'
  | 'playbackRate'
  | 'preload'
  | 'readyState'
  | 'removeAttribute'
  | 'removeEventListener'
  | 'seeking'
  | 'src'
  | 'volume'
> & {
  /** Where the browser lets sound go elsewhere. */
  setSinkId?: (id: string) => Promise<void>;
};

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
  adjust(how: { readonly level: number; readonly rate: number }): void;
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

/** Wraps an element; `report` hears what happens to the source it holds. */
export const createDeck = (element: MediaElement, report: (event: DeckEvent) => void): Deck => {
  let source: TrackSource | null = null;
  let hasFailed = false;
  let isSounding = false;
  /** Where to start, until the element knows enough of the file to go there. */
  let startSeconds = 0;
  const loudness = createLoudness(element);

  const applyRate = (): void => {
    const rate = source?.rate ?? 1;
    // Loading goes back to the usual speed.
    element.defaultPlaybackRate = rate;
    element.playbackRate = rate;
  };
  const applyStart = (): void => {
    if (startSeconds <= 0 || element.readyState < 1) return;
    element.currentTime = startSeconds;
    startSeconds = 0;
  };
  const hear = (event: Event): void => {
    if (source === null) return;
    const kind = eventOf[event.type];
    if (kind === 'sounding') isSounding = true;
    if (kind === 'waiting' || kind === 'paused' || kind === 'ended') isSounding = false;
    if (kind !== undefined) report(kind);
  };
  const hearError = (): void => {
    if (source === null || element.error === null) return;
    hasFailed = true;
    report('failed');
  };
  element.preload = 'auto';
  for (const type of Object.keys(eventOf)) element.addEventListener(type, hear);
  element.addEventListener('loadedmetadata', applyStart);
  element.addEventListener('error', hearError);

  const clear = (): void => {
    source = null;
    hasFailed = false;
    isSounding = false;
    element.pause();
    element.removeAttribute('src');
    element.load();
  };

  return {
    element,
    source: () => source,
    hasFailed: () => hasFailed,
    isSounding: () => isSounding,
    load(next, start) {
      source = next;
      hasFailed = false;
      isSounding = false;
      startSeconds = start;
      element.src = next.url;
      loudness.set({ level: source?.level ?? 1 });
      applyRate();
    },
    play() {
      const playing = source;
      element.play().catch((cause: unknown) => {
        // Other refusals come with an error event, or because something else was loaded meanwhile.
        if (source === playing && cause instanceof DOMException && cause.name === 'NotAllowedError') {
          report('blocked');
        }
      });
    },
    clear,
    setGain: (gain) => loudness.set({ gain }),
    setFade: (fade) => loudness.set({ fade }),
    adjust(how) {
      if (source === null) return;
      source = { ...source, ...how };
      loudness.set({ level: source?.level ?? 1 });
      applyRate();
    },
    seekTo(seconds) {
      if (element.readyState < 1) startSeconds = seconds;
      else element.currentTime = seconds;
    },
    positionSeconds: () => (startSeconds > 0 ? startSeconds : element.currentTime),
    durationSeconds: () => (Number.isFinite(element.duration) ? element.duration : null),
    bufferedSeconds() {
      const { buffered, currentTime } = element;
      for (let index = 0; index < buffered.length; index += 1) {
        // Browsers start a range a little after the position it was asked for.
        if (buffered.start(index) <= currentTime + 0.1 && currentTime <= buffered.end(index)) {
          return buffered.end(index);
        }
      }
      return currentTime;
    },
    dispose() {
      clear();
      for (const type of Object.keys(eventOf)) element.removeEventListener(type, hear);
      element.removeEventListener('loadedmetadata', applyStart);
      element.removeEventListener('error', hearError);
    },
  };
};

/** What makes an element as loud as it is: all of these together, as far as elements go. */
const createLoudness = (element: MediaElement) => {
  const parts = { gain: 1, fade: 1, level: 1 };
  return {
    set(changes: Partial<typeof parts>): void {
      Object.assign(parts, changes);
      element.volume = Math.min(parts.gain * parts.fade * parts.level, 1);
    },
  };
};
