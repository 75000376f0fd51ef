import type { EngineEvent, TrackSource } from '../../core/audio-engine.ts';
import type { CarrierEngine } from '../two-element-engine.ts';
import { findShift, type KnownPiece } from './find-shift.ts';
import { fadeSeconds, type SoundGraph, type Voice } from './sound-graph.ts';
import type { EndsKeeper, TrackEnds } from './track-ends.ts';

/** Both tracks are decoded when this much is left to hear, in seconds. */
const readFromSeconds = 30;
/** The decoded end takes over from here on, and not later than that; in seconds before the end. */
const takeOverFromSeconds = 7;
const takeOverUntilSeconds = 1.3;
/** Changes on the audio clock are ordered this much ahead, in seconds. */
const aheadSeconds = 0.08;
/** The next element starts this much early, unheard: one that is ahead can be held back, one that is late cannot. */
const earlyMs = 60;
/** An element has come to run smoothly when it has played for so long, in seconds. */
const smoothFromSeconds = 1;
/** How far positions that elements report may be off, in seconds. */
const reachSeconds = 0.4;
/** An element that is late is sent ahead by what it lacks and this, in seconds. */
const nudgeSeconds = 0.06;

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

interface SeamDeps {
  readonly graph: SoundGraph;
  readonly carrier: () => CarrierEngine;
  readonly ends: EndsKeeper;
  /** What everything is played at, 0 to 1. */
  readonly gain: () => number;
}

/** Decoded sound of the playing track. Its sample 0 is or was due at the frame `shift` of the audio clock. */
interface Line {
  readonly source: TrackSource;
  readonly shift: number;
  readonly ends: TrackEnds;
  readonly voice: Voice;
  /** It goes on to the end of the track. */
  readonly reachesEnd: boolean;
}

/** What follows: its ends, and its sound once that is ordered. */
interface Plan {
  readonly source: TrackSource;
  ends: readonly [TrackEnds, TrackEnds] | null;
  next: Line | null;
}

/** Fades are made of elements, and so is what is slower or faster than recorded, or has no end yet to be decoded. */
const isLeftToElements = (source: TrackSource, following: TrackSource): boolean =>
  source.conversion !== undefined ||
  following.conversion !== undefined ||
  (following.fadeSeconds ?? 0) > 0 ||
  (following.rate ?? 1) !== 1;

/** Makes the seams of one graph, one after the other. */
export const createSeam = ({ graph, carrier, ends, gain }: SeamDeps): Seam => {
  const rate = graph.sampleRate;
  let line: Line | null = null;
  let plan: Plan | null = null;
  let isListening = false;
  /** What was asked for before something was cancelled is of no use after. */
  let turn = 0;

  const gainOf = (source: TrackSource): number => gain() * (source.level ?? 1);
  /** The last word on a source is that of the elements. */
  const newest = (source: TrackSource): TrackSource =>
    [carrier().playing().source, carrier().following().source].find((known) => known?.id === source.id) ??
    source;
  const nowFrame = (): number => Math.round(graph.nowSeconds() * rate);
  const soonFrame = (): number => nowFrame() + Math.round(aheadSeconds * rate);

  const cancel = (): void => {
    turn += 1;
    const now = graph.nowSeconds();
    const wasHeard = line !== null || plan?.next != null;
    line?.voice.endAt(now);
    plan?.next?.voice.endAt(now);
    line = null;
    plan = null;
    ends.abort();
    if (!wasHeard) return;
    for (const { element } of [carrier().playing(), carrier().following()]) graph.hush(element, false, now);
  };

  const read = async (playing: TrackSource, next: TrackSource, seconds: number): Promise<void> => {
    const asked = turn;
    const made: Plan = { source: next, ends: null, next: null };
    plan = made;
    const own = await ends.endsOf(() => newest(playing), seconds);
    const following = own === null ? null : await ends.endsOf(() => newest(next), null);
    if (asked === turn && own !== null && following !== null) made.ends = [own, following];
  };

  /** Where the sample 0 of what an element plays is or was heard; null when that cannot be told. */
  const shiftOf = async (known: KnownPiece): Promise<number | null> => {
    const { element } = carrier().playing();
    const heard = await graph.listen(element);
    if (heard === null) return null;
    const expected = nowFrame() - (element.currentTime * rate - graph.delayOf(element));
    return findShift(heard, known, { expected, reach: Math.round(reachSeconds * rate) });
  };
  const listening = async (known: KnownPiece, then: (shift: number) => void): Promise<void> => {
    if (isListening) return;
    isListening = true;
    const asked = turn;
    const shift = await shiftOf(known);
    isListening = false;
    if (asked === turn && shift !== null && graph.isRunning()) then(shift);
  };

  /** The decoded end of the playing track takes the place of its element. */
  const takeOver = (source: TrackSource, own: TrackEnds): void => {
    const known = { samples: own.tail.getChannelData(0), firstSample: own.frames - own.tail.length };
    void listening(known, (shift) => {
      const atFrame = soonFrame();
      if (shift + own.frames - atFrame < takeOverUntilSeconds * 0.5 * rate) return;
      const fromFrame = atFrame - shift - known.firstSample;
      const voice = graph.sound(own.tail, { atFrame, fromFrame, gain: gainOf(source), isFadedIn: true });
      graph.hush(carrier().playing().element, true, atFrame / rate);
      line = { source, shift, ends: own, voice, reachesEnd: true };
      follow();
    });
  };

  /** Orders the next track for the frame after the last of this one. */
  const follow = (): void => {
    if (line === null || !line.reachesEnd || plan === null || plan.ends === null || plan.next !== null)
      return;
    const following = plan.ends[1];
    const atFrame = line.shift + line.ends.frames;
    if (atFrame < soonFrame()) return;
    const { element } = carrier().following();
    graph.hush(element, true, graph.nowSeconds());
    const start = { atFrame, fromFrame: following.from, gain: gainOf(plan.source), isFadedIn: false };
    plan.next = {
      source: plan.source,
      shift: atFrame - following.from,
      ends: following,
      voice: graph.sound(following.head, start),
      reachesEnd: following.head.length === following.frames,
    };
    carrier().startEarlier(earlyMs);
  };

  /** The element of the playing track is brought to the sample of the decoded sound, and takes its place. */
  const handBack = (sounding: Line): void => {
    void listening({ samples: sounding.ends.head.getChannelData(0), firstSample: 0 }, (shift) => {
      const { element } = carrier().playing();
      const aheadFrames = sounding.shift - shift;
      const delayFrames = graph.delayOf(element) + aheadFrames;
      if (Math.abs(aheadFrames) <= 1) {
        const at = graph.nowSeconds() + aheadSeconds;
        graph.hush(element, false, at);
        sounding.voice.endAt(at);
        line = null;
      } else if (delayFrames >= 0) {
        graph.setDelay(element, delayFrames);
      } else {
        element.currentTime += -delayFrames / rate + nudgeSeconds;
      }
    });
  };

  const cross = (nextId: number | null): void => {
    // The element that is left is silent now, and is heard as it is the next time.
    const { element: left } = carrier().following();
    graph.hush(left, false, graph.nowSeconds());
    graph.setDelay(left, 0);
    const next = plan?.next ?? null;
    if (next === null || next.source.id !== nextId) {
      cancel();
      return;
    }
    line = next;
    plan = null;
    // Should nothing better come of it, the element is heard where the decoded sound ends.
    const endsAt = (next.shift + next.ends.head.length) / rate;
    if (!next.reachesEnd) graph.hush(carrier().playing().element, false, endsAt - fadeSeconds);
  };

  const progress = (elapsedSeconds: number, durationSeconds: number | null): void => {
    const { source, isWanted, element } = carrier().playing();
    const following = carrier().following().source;
    if (line !== null && !line.reachesEnd) {
      if (nowFrame() > line.shift + line.ends.head.length) line = null;
      else if (elapsedSeconds >= smoothFromSeconds) handBack(line);
      return;
    }
    if (source === null || following === null || !isWanted || durationSeconds === null) return;
    if (!graph.isRunning() || !graph.isRouted(element) || element.playbackRate !== 1) return;
    if (isLeftToElements(source, following)) return;
    const left = durationSeconds - elapsedSeconds;
    if (left > readFromSeconds) return;
    if (plan === null) void read(source, following, durationSeconds);
    else if (line !== null) follow();
    else if (plan.ends !== null && left <= takeOverFromSeconds && left >= takeOverUntilSeconds) {
      takeOver(source, plan.ends[0]);
    }
  };

  return {
    hear(event) {
      if (event.type === 'progress') progress(event.elapsedSeconds, event.durationSeconds);
      else if (event.type === 'ended') cross(event.nextId);
      else if (event.type === 'failed' || event.type === 'paused-outside' || event.type === 'blocked')
        cancel();
    },
    expect(source) {
      if (plan === null || plan.source.id === source?.id) return;
      // What is heard of this track goes on; only what was to follow is off.
      if (line === null || line.reachesEnd) cancel();
      else plan = null;
    },
    isSounding: () => line !== null,
    cancel,
    tellGain() {
      for (const sounding of [line, plan?.next]) sounding?.voice.setGain(gainOf(newest(sounding.source)));
    },
    dispose() {
      cancel();
      ends.clear();
    },
  };
};
