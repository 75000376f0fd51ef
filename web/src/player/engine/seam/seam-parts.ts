import type { TrackSource } from '../../core/audio-engine.ts';
import type { CarrierEngine } from '../two-element-engine.ts';
import type { SoundGraph, Voice } from './sound-graph.ts';
import type { EndsKeeper, TrackEnds } from './track-ends.ts';

/** Changes on the audio clock are ordered this much ahead, in seconds. */
export const aheadSeconds = 0.08;

/** What seams are made of. */
export interface SeamDeps {
  readonly graph: SoundGraph;
  readonly carrier: () => CarrierEngine;
  readonly ends: EndsKeeper;
  /** What everything is played at, 0 to 1. */
  readonly gain: () => number;
}

/** Decoded sound of the playing track. Its sample 0 is or was due at the frame `shift` of the audio clock. */
export interface Line {
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

/** Where the seam stands. */
interface SeamState {
  line: Line | null;
  plan: Plan | null;
  /** What was asked for before something was cancelled is of no use after. */
  turn: number;
}

/** What the steps of a seam share. */
export interface SeamParts extends SeamDeps {
  readonly state: SeamState;
}

/** How loud the decoded sound of a source is. */
export const gainOf = ({ gain }: SeamParts, source: TrackSource): number => gain() * (source.level ?? 1);

/** The last word on a source is that of the elements. */
export const newest = ({ carrier }: SeamParts, source: TrackSource): TrackSource =>
  [carrier().playing().source, carrier().following().source].find((known) => known?.id === source.id) ??
  source;

export const nowFrame = ({ graph }: SeamParts): number => Math.round(graph.nowSeconds() * graph.sampleRate);

/** The first frame that something can be ordered for. */
export const soonFrame = (parts: SeamParts): number =>
  nowFrame(parts) + Math.round(aheadSeconds * parts.graph.sampleRate);
