import type { AudioEngine, EngineEvent, TrackSource } from '../../core/audio-engine.ts';
import type { CarrierEngine } from '../two-element-engine.ts';
import { createSeam, type Seam } from './seam.ts';
import type { SoundGraph } from './sound-graph.ts';
import type { EndsKeeper } from './track-ends.ts';

/** A pause that lasts this long lets the audio device go, in milliseconds. */
const restAfterMs = 30_000;
/** An interrupted device that is wanted has this long to come back, in milliseconds. */
const interruptionMs = 500;

interface SeamlessDeps {
  /** What plays until now. */
  readonly carrier: CarrierEngine;
  /** Another of its kind with elements of its own, when those of the first cannot be heard any more. */
  readonly createCarrier: () => CarrierEngine;
  /** Null where the browser wants a click first, or has no Web Audio. */
  readonly createGraph: () => SoundGraph | null;
  readonly createEnds: (graph: SoundGraph) => EndsKeeper;
  readonly later: (callback: () => void, delayMs: number) => () => void;
}

/**
 * The engine of two elements, with the change from track to track made of decoded samples: shortly before a
 * track ends its decoded end takes over from its element, the decoded beginning of the next one follows at the
 * exact sample, and its element takes over again. Elements do everything else, and everything when any of this
 * cannot be had.
 */
export const createSeamlessEngine = (deps: SeamlessDeps): AudioEngine => {
  const listeners = new Set<(event: EngineEvent) => void>();
  let { carrier } = deps;
  let graph: SoundGraph | null = null;
  let seam: Seam | null = null;
  let isLost = false;
  let gain = 1;
  let sink = '';
  let elapsedSeconds = 0;
  let cancelRest = (): void => {};

  const hear = (event: EngineEvent): void => {
    // While decoded sound is heard, an element that waits for data is nobody's concern.
    if (event.type === 'waiting' && seam?.isSounding() === true) return;
    if (event.type === 'ended') routeSilent();
    if (event.type === 'progress') elapsedSeconds = event.elapsedSeconds;
    // Listeners name what follows next at once: by then the seam must have been crossed.
    seam?.hear(event);
    for (const listener of listeners) listener(event);
  };
  let unsubscribe = carrier.subscribe(hear);

  const elements = () => [carrier.playing().element, carrier.following().element];
  /** An element that sounds already would click; it is led through the graph after. */
  const routeSilent = (): void => {
    for (const element of elements()) if (element.paused) graph?.route(element);
    tellGains();
  };
  const tellGains = (): void => {
    for (const { element, source } of [carrier.playing(), carrier.following()]) {
      graph?.setElementGain(element, Math.max(gain * (source?.level ?? 1), 1));
    }
  };

  /** The device is gone: elements that are led through it are silent for good. */
  const lose = (): void => {
    const { source, isWanted } = carrier.playing();
    const following = carrier.following().source;
    isLost = true;
    seam?.dispose();
    seam = null;
    unsubscribe();
    carrier.dispose();
    graph?.close();
    graph = null;
    carrier = deps.createCarrier();
    unsubscribe = carrier.subscribe(hear);
    carrier.setGain(gain);
    if (sink !== '') void carrier.setSink(sink).catch(() => {});
    if (source !== null) carrier.load(source, { startSeconds: elapsedSeconds, shouldPlay: isWanted });
    carrier.prepare(following);
  };
  const watchState = (): void => {
    if (graph === null || graph.isRunning() || !carrier.playing().isWanted) return;
    seam?.cancel();
    graph.resume();
    deps.later(() => {
      if (graph !== null && !graph.isRunning() && carrier.playing().isWanted) lose();
    }, interruptionMs);
  };
  const wake = (): void => {
    cancelRest();
    if (isLost) return;
    if (graph === null) {
      graph = deps.createGraph();
      if (graph === null) return;
      graph.onStateChange(watchState);
      if (sink !== '') void graph.setSink(sink).catch(() => {});
      seam = createSeam({ graph, carrier: () => carrier, ends: deps.createEnds(graph), gain: () => gain });
    }
    graph.resume();
    // A click that brings no sound for that long brings it without.
    watchState();
  };
  const load = (source: TrackSource, how: { startSeconds: number; shouldPlay: boolean }): void => {
    seam?.cancel();
    if (how.shouldPlay) wake();
    for (const element of elements()) {
      graph?.route(element);
      graph?.setDelay(element, 0);
    }
    carrier.load(source, how);
    tellGains();
  };

  return {
    load,
    prepare(source, how) {
      seam?.expect(source);
      carrier.prepare(source, how);
      tellGains();
    },
    play() {
      wake();
      routeSilent();
      carrier.play();
    },
    pause() {
      seam?.cancel();
      carrier.pause();
      cancelRest();
      cancelRest = deps.later(() => graph?.suspend(), restAfterMs);
    },
    unload() {
      seam?.cancel();
      carrier.unload();
    },
    seekTo(seconds) {
      seam?.cancel();
      carrier.seekTo(seconds);
    },
    adjust(id, how) {
      carrier.adjust(id, how);
      if (how.rate !== 1) seam?.cancel();
      tellGains();
      seam?.tellGain();
    },
    setGain(next) {
      gain = next;
      carrier.setGain(next);
      tellGains();
      seam?.tellGain();
    },
    async setSink(id) {
      sink = id;
      await Promise.all([carrier.setSink(id), graph?.setSink(id)]);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose() {
      cancelRest();
      seam?.dispose();
      unsubscribe();
      carrier.dispose();
      graph?.close();
      listeners.clear();
    },
  };
};
