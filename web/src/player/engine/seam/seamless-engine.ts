import type { AudioEngine, EngineEvent } from '../../core/audio-engine.ts';
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

/** What plays now: elements, and what their sound is led through. */
interface SeamlessState {
  carrier: CarrierEngine;
  graph: SoundGraph | null;
  seam: Seam | null;
  gain: number;
  sink: string;
  elapsedSeconds: number;
}

/**
 * The engine of two elements, with the change from track to track made of decoded samples: shortly before a
 * track ends its decoded end takes over from its element, the decoded beginning of the next one follows at the
 * exact sample, and its element takes over again. Elements do everything else, and everything when any of this
 * cannot be had.
 */
export const createSeamlessEngine = (deps: SeamlessDeps): AudioEngine => {
  const listeners = new Set<(event: EngineEvent) => void>();
  const state: SeamlessState = {
    carrier: deps.carrier,
    graph: null,
    seam: null,
    gain: 1,
    sink: '',
    elapsedSeconds: 0,
  };
  const hear = (event: EngineEvent): void => {
    // While decoded sound is heard, an element that waits for data is nobody's concern.
    if (event.type === 'waiting' && state.seam?.isSounding() === true) return;
    if (event.type === 'ended') routeSilent(state);
    if (event.type === 'progress') state.elapsedSeconds = event.elapsedSeconds;
    // Listeners name what follows next at once: by then the seam must have been crossed.
    state.seam?.hear(event);
    for (const listener of listeners) listener(event);
  };
  const device = createDevice(deps, state, hear);
  const tellGain = (): void => {
    tellGains(state);
    state.seam?.tellGain();
  };
  return {
    ...createSeamlessPlaying(state, device),
    adjust(id, how) {
      state.carrier.adjust(id, how);
      const isFadedInto = how.fadeSeconds > 0 && state.carrier.following().source?.id === id;
      if (how.rate !== 1 || isFadedInto) state.seam?.cancel();
      tellGain();
    },
    setGain(next) {
      state.gain = next;
      state.carrier.setGain(next);
      tellGain();
    },
    async setSink(id) {
      state.sink = id;
      await Promise.all([state.carrier.setSink(id), state.graph?.setSink(id)]);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose() {
      device.dispose();
      listeners.clear();
    },
  };
};

type Playing = Pick<AudioEngine, 'load' | 'prepare' | 'play' | 'pause' | 'unload' | 'seekTo'>;

const createSeamlessPlaying = (state: SeamlessState, device: Device): Playing => ({
  load(source, how) {
    state.seam?.cancel();
    if (how.shouldPlay) device.wake();
    for (const element of elementsOf(state)) {
      state.graph?.route(element);
      state.graph?.setDelay(element, 0);
    }
    state.carrier.load(source, how);
    tellGains(state);
  },
  prepare(source, how) {
    state.seam?.expect(source);
    state.carrier.prepare(source, how);
    tellGains(state);
  },
  play() {
    device.wake();
    routeSilent(state);
    state.carrier.play();
  },
  pause() {
    state.seam?.cancel();
    state.carrier.pause();
    device.restLater();
  },
  unload() {
    state.seam?.cancel();
    state.carrier.unload();
  },
  seekTo(seconds) {
    state.seam?.cancel();
    state.carrier.seekTo(seconds);
  },
});

const elementsOf = ({ carrier }: SeamlessState) => [carrier.playing().element, carrier.following().element];

/** An element that sounds already would click; it is led through the graph after. */
const routeSilent = (state: SeamlessState): void => {
  for (const element of elementsOf(state)) if (element.paused) state.graph?.route(element);
  tellGains(state);
};

const tellGains = ({ carrier, gain, graph }: SeamlessState): void => {
  for (const { element, source } of [carrier.playing(), carrier.following()]) {
    graph?.setElementGain(element, Math.max(gain * (source?.level ?? 1), 1));
  }
};

/** The audio device of the page, as far as it is led to by Web Audio. */
interface Device {
  /** Sound is wanted now. */
  wake(): void;
  /** None is wanted for now: after a while the device is let go. */
  restLater(): void;
  dispose(): void;
}

/** Makes the graph with the first sound, and goes on without once its device is lost. */
const createDevice = (
  deps: SeamlessDeps,
  state: SeamlessState,
  hear: (event: EngineEvent) => void,
): Device => {
  let isLost = false;
  let cancelRest = (): void => {};
  let unsubscribe = state.carrier.subscribe(hear);

  /** The device is gone: elements that are led through it are silent for good. Others play on. */
  const lose = (): void => {
    const { source, isWanted } = state.carrier.playing();
    const following = state.carrier.following().source;
    isLost = true;
    state.seam?.dispose();
    unsubscribe();
    state.carrier.dispose();
    state.graph?.close();
    Object.assign(state, { seam: null, graph: null, carrier: deps.createCarrier() });
    unsubscribe = state.carrier.subscribe(hear);
    setUp(state);
    if (source !== null) {
      state.carrier.load(source, { startSeconds: state.elapsedSeconds, shouldPlay: isWanted });
    }
    state.carrier.prepare(following);
  };
  const watchState = (): void => {
    const { graph, seam } = state;
    if (graph === null || graph.isRunning() || !state.carrier.playing().isWanted) return;
    seam?.cancel();
    graph.resume();
    deps.later(() => {
      if (state.graph !== null && !state.graph.isRunning() && state.carrier.playing().isWanted) lose();
    }, interruptionMs);
  };

  return {
    wake() {
      cancelRest();
      if (isLost) return;
      const graph = state.graph ?? deps.createGraph();
      if (graph === null) return;
      if (state.graph === null) {
        graph.onStateChange(watchState);
        leadThrough(state, graph, deps.createEnds(graph));
      }
      graph.resume();
      // A click that brings no sound for that long brings it without.
      watchState();
    },
    restLater() {
      cancelRest();
      cancelRest = deps.later(() => state.graph?.suspend(), restAfterMs);
    },
    dispose() {
      cancelRest();
      state.seam?.dispose();
      unsubscribe();
      state.carrier.dispose();
      state.graph?.close();
    },
  };
};

/** From now on sound can be led through the graph, to where it is wanted, and seams can be made. */
const leadThrough = (state: SeamlessState, graph: SoundGraph, ends: EndsKeeper): void => {
  state.graph = graph;
  if (state.sink !== '') void graph.setSink(state.sink).catch(() => {});
  state.seam = createSeam({ graph, carrier: () => state.carrier, ends, gain: () => state.gain });
};

/** New elements are as loud as those before, and sound where those did. */
const setUp = ({ carrier, gain, sink }: SeamlessState): void => {
  carrier.setGain(gain);
  if (sink !== '') void carrier.setSink(sink).catch(() => {});
};
