import type { AudioEngine, EngineEvent, TrackSource } from './audio-engine.ts';

/** An engine for tests: notes what it is told, and reports what the test says. */
export interface FakeEngine extends AudioEngine {
  happen(event: EngineEvent): void;
  /** Sound comes out and the clock stands at `elapsedSeconds`. */
  soundAt(elapsedSeconds: number, durationSeconds?: number): void;
  loaded(): { source: TrackSource; startSeconds: number; shouldPlay: boolean } | null;
  prepared(): TrackSource | null;
  isPlaying(): boolean;
  gain(): number;
  seeks: number[];
}

/** Makes an engine without sound. */
export const createFakeEngine = (): FakeEngine => {
  let listener: (event: EngineEvent) => void = () => {};
  let loaded: ReturnType<FakeEngine['loaded']> = null;
  let prepared: TrackSource | null = null;
  let isPlaying = false;
  let gain = 1;
  const seeks: number[] = [];
  return {
    seeks,
    loaded: () => loaded,
    prepared: () => prepared,
    isPlaying: () => isPlaying,
    gain: () => gain,
    happen(event) {
      if (event.type === 'ended' && event.nextId !== null && prepared !== null) {
        loaded = { source: prepared, startSeconds: 0, shouldPlay: true };
        prepared = null;
      }
      listener(event);
    },
    soundAt(elapsedSeconds, durationSeconds = 180) {
      listener({ type: 'sounding' });
      listener({ type: 'progress', elapsedSeconds, durationSeconds, bufferedSeconds: durationSeconds });
    },
    load(source, how) {
      loaded = { source, ...how };
      prepared = null;
      isPlaying = how.shouldPlay;
    },
    prepare(source) {
      prepared = source;
    },
    play() {
      isPlaying = true;
    },
    pause() {
      isPlaying = false;
    },
    unload() {
      loaded = null;
      prepared = null;
      isPlaying = false;
    },
    adjust(id, how) {
      if (loaded?.source.id === id) loaded = { ...loaded, source: { ...loaded.source, ...how } };
      if (prepared?.id === id) prepared = { ...prepared, ...how };
    },
    seekTo: (seconds) => seeks.push(seconds),
    setGain(next) {
      gain = next;
    },
    setSink: () => Promise.resolve(),
    subscribe(next) {
      listener = next;
      return () => {
        listener = () => {};
      };
    },
    dispose() {},
  };
};
