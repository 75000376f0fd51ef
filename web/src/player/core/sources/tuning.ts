import type { Song } from '@tonearm/contract';
import type { TrackSource } from '../audio-engine.ts';
import { isSameAlbum, isSpoken, type LevelMode, levelOf, peakOf } from './levels.ts';
import type { FactsKeeper } from './song-facts.ts';

/** How somebody wants tracks to sound on this device. */
export interface SoundWishes {
  readonly levels: LevelMode;
  readonly preampDb: number;
  /** 0 for none. */
  readonly crossfadeSeconds: number;
  /** How fast spoken things are played. */
  readonly spokenRate: number;
}

export interface TuningDeps {
  readonly wishes: () => SoundWishes;
}

/** A song, those beside it in the queue, and what is heard before it. */
export interface TunedPlace {
  readonly song: Song;
  readonly before: Song | undefined;
  readonly after: Song | undefined;
  /** What plays, which is the song itself where that is repeated. */
  readonly playing: Song | undefined;
  /** Songs come in the order of the queue. */
  readonly isListed: boolean;
}

/** Says how a song is to be played: how loud, how fast, faded into or not. */
export const createTuning = (deps: TuningDeps, facts: FactsKeeper) => {
  return {
    of({
      song,
      before,
      after,
      playing,
      isListed,
    }: TunedPlace): Required<Pick<TrackSource, 'level' | 'peak' | 'rate' | 'fadeSeconds'>> {
      const { levels, preampDb, crossfadeSeconds, spokenRate } = deps.wishes();
      const isAlbumInOrder = isListed && (isSameAlbum(before, song) || isSameAlbum(song, after));
      const gains = facts.known(song.path)?.gains ?? null;
      return {
        level: levelOf(gains, { mode: levels, preampDb, isAlbumInOrder }),
        peak: peakOf(gains),
        rate: isSpoken(song) ? spokenRate : 1,
        fadeSeconds: isSameAlbum(playing, song) || [playing, song].some(isSpoken) ? 0 : crossfadeSeconds,
      };
    },
  };
};
