import type { Song } from '@tonearm/contract';
import type { TrackSource } from './audio-engine.ts';
import { type Gains, isSameAlbum, isSpoken, type LevelMode, levelOf } from './levels.ts';

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
  /** What is known of how loud a song is; null when nothing is. Never rejects. */
  readonly gainsOf: (path: string) => Promise<Gains | null>;
  readonly wishes: () => SoundWishes;
}

/** A song and those beside it in the queue. */
export interface TunedPlace {
  readonly song: Song;
  readonly before: Song | undefined;
  readonly after: Song | undefined;
  /** Songs come in the order of the queue. */
  readonly isListed: boolean;
}

/** Songs whose gains are remembered. */
const mostKnown = 500;

/** Says how a song is to be played: how loud, how fast, faded into or not. */
export const createTuning = (deps: TuningDeps, onNews: () => void) => {
  const known = new Map<string, Gains | null>();
  const ask = (path: string): void => {
    known.set(path, null);
    for (const oldest of [...known.keys()].slice(0, -mostKnown)) known.delete(oldest);
    void deps.gainsOf(path).then((gains) => {
      if (gains === null) return;
      known.set(path, gains);
      onNews();
    });
  };
  return {
    of({
      song,
      before,
      after,
      isListed,
    }: TunedPlace): Required<Pick<TrackSource, 'level' | 'rate' | 'fadeSeconds'>> {
      const { levels, preampDb, crossfadeSeconds, spokenRate } = deps.wishes();
      if (levels !== 'off' && !known.has(song.path)) ask(song.path);
      const followsOn = isListed && isSameAlbum(before, song);
      const isAlbumInOrder = followsOn || (isListed && isSameAlbum(song, after));
      return {
        level: levelOf(known.get(song.path) ?? null, { mode: levels, preampDb, isAlbumInOrder }),
        rate: isSpoken(song) ? spokenRate : 1,
        fadeSeconds: followsOn || isSpoken(song) ? 0 : crossfadeSeconds,
      };
    },
  };
};
