import type { MusicReading, MusicSong } from '../../../library/read/music/music-reading.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Handlers } from '../call.ts';
import { itemOf } from '../ids.ts';
import { notFound } from '../protocol-error.ts';

/** What plays are told to. */
export interface PlayingDeps {
  readonly music: MusicReading;
  readonly plays: {
    nowPlaying(userId: number, path: string): Promise<void>;
    /** @param startedAt seconds since the epoch */
    scrobble(userId: number, path: string, startedAt: number): Promise<void>;
  };
  readonly clock: Pick<Clock, 'nowMs'>;
}

const msPerSecond = 1000;

/** Times below this are seconds, whatever the protocol says: apps send them. */
const leastMilliseconds = 100_000_000_000;

/** Seconds since the epoch, never in the future. */
const startOf = (time: number | undefined, nowMs: number): number => {
  const now = Math.floor(nowMs / msPerSecond);
  if (time === undefined || time <= 0) return now;
  return Math.min(now, time < leastMilliseconds ? time : Math.floor(time / msPerSecond));
};

/** What was played and what plays. */
export const createPlayingHandlers = ({ music, plays, clock }: PlayingDeps): Pick<Handlers, 'scrobble'> => ({
  scrobble: async ({ caller, parameters }) => {
    const { id: texts, time, submission } = parameters;
    const wanted = texts.map((text) => itemOf(text));
    const ids = wanted.map((item) => (item?.kind === 'song' ? item.id : ''));
    const songs: (MusicSong | null)[] = [];
    for (let at = 0; at < ids.length; at += 1000)
      songs.push(...(await music.songsById(ids.slice(at, at + 1000))));
    if (songs.every((song) => song === null)) throw notFound('song');
    if (!submission) {
      const [first] = songs;
      if (first != null) await plays.nowPlaying(caller.userId, first.path);
      return {};
    }
    for (const [index, song] of songs.entries())
      if (song !== null) await plays.scrobble(caller.userId, song.path, startOf(time[index], clock.nowMs()));
    return {};
  },
});
