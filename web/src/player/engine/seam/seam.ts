import type { EngineEvent, TrackSource } from '../../core/audio-engine.ts';
import { follow, handBack, takeOver, takeOverUntilSeconds } from './decoded-line.ts';
import { createListening } from './listening.ts';
import { fadeSeconds } from './ramp.ts';
import { gainOf, newest, nowFrame, type SeamDeps, type SeamParts } from './seam-parts.ts';

/** Both tracks are decoded when this much is left to hear, in seconds. */
const readFromSeconds = 30;
/** The decoded end takes over from here on; in seconds before the end. */
const takeOverFromSeconds = 7;
/** An element has come to run smoothly when it has played for so long, in seconds. */
const smoothFromSeconds = 1;

/** The change from the track that plays to the one that follows. */
export interface Seam {
  hear(event: EngineEvent): void;
  /** This is to follow. */
  expect(source: TrackSource | null): void;
  /** Decoded sound is heard. */
  isSounding(): boolean;
  /** Elements are heard at once, from wherever they are. */
  cancel(): void;
  tellGain(): void;
  dispose(): void;
}

/** Makes the seams of one graph, one after the other. */
export const createSeam = (deps: SeamDeps): Seam => {
  const parts: SeamParts = { ...deps, state: { line: null, plan: null, turn: 0 } };
  const { state } = parts;
  const progressed = createProgress(parts);
  return {
    hear(event) {
      if (event.type === 'progress') progressed(event.elapsedSeconds, event.durationSeconds);
      else if (event.type === 'ended') cross(parts, event.nextId);
      else if (event.type === 'failed' || event.type === 'paused-outside' || event.type === 'blocked')
        cancel(parts);
    },
    expect(source) {
      const { line, plan } = state;
      if (plan === null || plan.source.id === source?.id) return;
      // What is heard of this track goes on; only what was to follow is off.
      if (line === null || line.reachesEnd) cancel(parts);
      else state.plan = null;
    },
    isSounding: () => state.line !== null,
    cancel: () => cancel(parts),
    tellGain() {
      for (const sounding of [state.line, state.plan?.next]) {
        sounding?.voice.setGain(gainOf(parts, newest(parts, sounding.source)));
      }
    },
    dispose() {
      cancel(parts);
      deps.ends.clear();
    },
  };
};

/** What is due as the playing track moves on. */
const createProgress = (parts: SeamParts) => {
  const { carrier, graph, state } = parts;
  const listening = createListening(parts);
  return (elapsedSeconds: number, durationSeconds: number | null): void => {
    const { source, isWanted, element } = carrier().playing();
    const following = carrier().following().source;
    const { line, plan } = state;
    if (line !== null && !line.reachesEnd) {
      if (nowFrame(parts) > line.shift + line.ends.head.length) state.line = null;
      else if (elapsedSeconds >= smoothFromSeconds) handBack(parts, listening, line);
      return;
    }
    if (source === null || following === null || !isWanted || durationSeconds === null) return;
    if (!graph.isRunning() || !graph.isRouted(element) || element.playbackRate !== 1) return;
    if (isLeftToElements(source, following)) return;
    const left = durationSeconds - elapsedSeconds;
    if (left > readFromSeconds) return;
    if (plan === null) void read(parts, { playing: source, next: following, seconds: durationSeconds });
    else if (line !== null) follow(parts);
    else if (plan.ends !== null && left <= takeOverFromSeconds && left >= takeOverUntilSeconds) {
      takeOver(parts, listening, { source, own: plan.ends[0] });
    }
  };
};

/** Fades are made of elements, and so is what is slower or faster than recorded, or is to be fetched once only. */
const isLeftToElements = (source: TrackSource, following: TrackSource): boolean =>
  source.conversion?.savesData === true ||
  following.conversion?.savesData === true ||
  (following.fadeSeconds ?? 0) > 0 ||
  (following.rate ?? 1) !== 1;

const cancel = ({ carrier, ends, graph, state }: SeamParts): void => {
  const { line, plan } = state;
  state.turn += 1;
  const now = graph.nowSeconds();
  const wasHeard = line !== null || plan?.next != null;
  line?.voice.endAt(now);
  plan?.next?.voice.endAt(now);
  state.line = null;
  state.plan = null;
  ends.abort();
  if (!wasHeard) return;
  for (const { element } of [carrier().playing(), carrier().following()]) graph.hush(element, false, now);
};

/** Plans the seam and decodes what it is made of. */
const read = async (
  parts: SeamParts,
  { playing, next, seconds }: { playing: TrackSource; next: TrackSource; seconds: number },
): Promise<void> => {
  const { ends, state } = parts;
  const asked = state.turn;
  const made: NonNullable<SeamParts['state']['plan']> = { source: next, ends: null, next: null };
  state.plan = made;
  const own = await ends.endsOf(() => newest(parts, playing), seconds);
  const following = own === null ? null : await ends.endsOf(() => newest(parts, next), null);
  if (asked === state.turn && own !== null && following !== null) made.ends = [own, following];
};

/** The elements have changed places. */
const cross = (parts: SeamParts, nextId: number | null): void => {
  const { carrier, graph, state } = parts;
  // The element that is left is silent now, and is heard as it is the next time.
  const { element: left } = carrier().following();
  graph.hush(left, false, graph.nowSeconds());
  graph.setDelay(left, 0);
  const next = state.plan?.next ?? null;
  if (next === null || next.source.id !== nextId) {
    cancel(parts);
    return;
  }
  state.line = next;
  state.plan = null;
  // Should nothing better come of it, the element is heard where the decoded sound ends.
  const endsAt = (next.shift + next.ends.head.length) / graph.sampleRate;
  if (!next.reachesEnd) graph.hush(carrier().playing().element, false, endsAt - fadeSeconds);
};
