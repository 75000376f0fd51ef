import type { AudioEngine, EngineEvent } from '../core/audio-engine.ts';
import type { CarrierEngine } from './two-element-engine.ts';

/** Makes a better engine around one that may be playing. */
export type Growth = (carrier: CarrierEngine) => AudioEngine;

/**
 * An engine that begins as `first`, which is there at once, and goes on as a better one when its code has come.
 * @param grow null when this browser has nothing better
 */
export const createGrowingEngine = (first: CarrierEngine, grow: Promise<Growth | null>): AudioEngine => {
  const listeners = new Set<(event: EngineEvent) => void>();
  const tell = (event: EngineEvent): void => {
    for (const listener of listeners) listener(event);
  };
  let engine: AudioEngine = first;
  let isDisposed = false;
  let sink = '';
  let unsubscribe = first.subscribe(tell);
  void grow.then((growth) => {
    if (growth === null || isDisposed) return;
    unsubscribe();
    engine = growth(first);
    unsubscribe = engine.subscribe(tell);
    // What is not there is left to whoever chose it.
    if (sink !== '') void engine.setSink(sink).catch(() => {});
  });
  return {
    load: (source, how) => engine.load(source, how),
    prepare: (source, how) => engine.prepare(source, how),
    play: () => engine.play(),
    pause: () => engine.pause(),
    unload: () => engine.unload(),
    seekTo: (seconds) => engine.seekTo(seconds),
    adjust: (id, how) => engine.adjust(id, how),
    setGain: (gain) => engine.setGain(gain),
    setSink(id) {
      sink = id;
      return engine.setSink(id);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose() {
      isDisposed = true;
      unsubscribe();
      engine.dispose();
      listeners.clear();
    },
  };
};
