import type { Song } from '@tonearm/contract';

/** Tracks of this length or shorter are never scrobbled. */
const shortestSeconds = 30;
/** Played further than this counts for any track … */
const enoughSeconds = 240;
/** … and so does more than this part of its length. */
const enoughPart = 0.5;

/** Follows what is heard and reports it. One play of one track is reported at most once. */
export interface ScrobbleReporter {
  /** A track plays from `fromSeconds`: its start, or where an earlier visit left it. */
  trackStarted(song: Song, fromSeconds: number): void;
  /** The person went to another place of the track, which bars it from being scrobbled. */
  seeked(): void;
  progressed(elapsedSeconds: number, durationSeconds: number): void;
}

interface ReporterDeps {
  reportNowPlaying: (path: string) => Promise<void>;
  reportScrobble: (path: string, startedAtSeconds: number) => Promise<void>;
  nowMs: () => number;
  log: (message: string, cause: unknown) => void;
}

/** Whether so much of a track was heard that it counts as played. */
const isHeardEnough = (elapsedSeconds: number, durationSeconds: number): boolean =>
  durationSeconds > shortestSeconds &&
  (elapsedSeconds > durationSeconds * enoughPart || elapsedSeconds > enoughSeconds);

/** Failures of the service never disturb playing: they are logged, and the server keeps what it accepted. */
export const createScrobbleReporter = (deps: ReporterDeps): ScrobbleReporter => {
  let play: { path: string; startedAtMs: number; mayScrobble: boolean } | null = null;
  let resumedFromSeconds = 0;

  return {
    trackStarted(song, fromSeconds) {
      play = { path: song.path, startedAtMs: deps.nowMs() - fromSeconds * 1000, mayScrobble: true };
      resumedFromSeconds = fromSeconds;
      deps.reportNowPlaying(song.path).catch((cause: unknown) => {
        deps.log('Could not report what plays', cause);
      });
    },
    seeked() {
      if (play !== null) play.mayScrobble = false;
    },
    progressed(elapsedSeconds, durationSeconds) {
      if (play === null || !play.mayScrobble || !isHeardEnough(elapsedSeconds, durationSeconds)) return;
      play.mayScrobble = false;
      // What was already far enough when an earlier visit ended was reported by that visit.
      if (isHeardEnough(resumedFromSeconds, durationSeconds)) return;
      deps.reportScrobble(play.path, Math.floor(play.startedAtMs / 1000)).catch((cause: unknown) => {
        deps.log('Could not report a play', cause);
      });
    },
  };
};
