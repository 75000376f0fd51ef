import type { Clock } from '../../platform/clock.ts';

type PlaybackState = 'starting' | 'playing' | 'paused' | 'stopped';

/** What a player says of itself. */
export interface PlaybackReport {
  readonly userId: number;
  /** Tells players of one person apart: what the client calls itself, or its session. */
  readonly player: string;
  readonly songId: string;
  readonly durationMs: number | null;
  readonly positionMs: number;
  readonly state: PlaybackState;
  /** 1 is as recorded. */
  readonly rate: number;
}

/** Who listens to what, as far as is known. */
interface NowPlayingEntry {
  /** Of this player, as long as the server runs. */
  readonly playerId: number;
  readonly userId: number;
  readonly player: string;
  readonly songId: string;
  readonly state: Exclude<PlaybackState, 'stopped'>;
  readonly rate: number;
  /** By now: it runs on while playing, to the end of the song at most. */
  readonly positionMs: number;
  /** Milliseconds since the epoch: when the song began there. */
  readonly startedAtMs: number;
}

/** Who listens to what, in memory: what is not reported again is forgotten half an hour after its planned end. */
export interface NowPlaying {
  report(report: PlaybackReport): void;
  /** Newest start first. @param userId only of this person */
  list(userId?: number): readonly NowPlayingEntry[];
  /** What one player plays. */
  find(userId: number, player: string): NowPlayingEntry | null;
  /** Forgets what somebody plays, as when they are removed. */
  forget(userId: number): void;
}

const keptMs = 30 * 60 * 1000;

/** Planned length of a song of which none is known. */
const usualMs = 10 * 60 * 1000;

/** Players that are remembered: of one person, and of all. The one that was heard of longest ago goes first. */
const mostOfPerson = 20;
const mostOfAll = 1000;

interface Known extends PlaybackReport {
  readonly playerId: number;
  readonly state: Exclude<PlaybackState, 'stopped'>;
  readonly atMs: number;
  readonly startedAtMs: number;
}

const keyOf = ({ userId, player }: Pick<PlaybackReport, 'userId' | 'player'>): string =>
  `${userId} ${player}`;

const positionAt = (known: Known, nowMs: number): number => {
  const gone = known.state === 'paused' ? 0 : Math.max(0, nowMs - known.atMs) * known.rate;
  const position = Math.round(known.positionMs + gone);
  return known.durationMs === null ? position : Math.min(position, known.durationMs);
};

const isOver = (known: Known, nowMs: number): boolean => {
  const left = Math.max(0, (known.durationMs ?? usualMs) - known.positionMs) / known.rate;
  return nowMs > known.atMs + left + keptMs;
};

const entryOf = (known: Known, nowMs: number): NowPlayingEntry => ({
  playerId: known.playerId,
  userId: known.userId,
  player: known.player,
  songId: known.songId,
  state: known.state,
  rate: known.rate,
  positionMs: positionAt(known, nowMs),
  startedAtMs: known.startedAtMs,
});

/** Keeps it. Entries stand in the order in which they were heard of. */
export const createNowPlaying = (clock: Pick<Clock, 'nowMs'>): NowPlaying => {
  const players = new Map<string, Known>();
  let lastId = 0;

  const dropOver = (nowMs: number): void => {
    for (const [key, known] of players) if (isOver(known, nowMs)) players.delete(key);
  };

  const dropBeyond = (most: number, isMeant: (known: Known) => boolean): void => {
    const keys = [...players].filter(([, known]) => isMeant(known)).map(([key]) => key);
    for (const key of keys.slice(0, Math.max(0, keys.length - most))) players.delete(key);
  };

  return {
    report: (report) => {
      const nowMs = clock.nowMs();
      const key = keyOf(report);
      const before = players.get(key);
      players.delete(key);
      const { state } = report;
      if (state === 'stopped') return;
      const isSame = before?.songId === report.songId && state !== 'starting';
      if (before === undefined) lastId += 1;
      players.set(key, {
        ...report,
        state,
        rate: report.rate > 0 ? report.rate : 1,
        playerId: before?.playerId ?? lastId,
        atMs: nowMs,
        startedAtMs: isSame ? before.startedAtMs : nowMs - report.positionMs,
      });
      if (before !== undefined) return;
      dropOver(nowMs);
      dropBeyond(mostOfPerson, ({ userId }) => userId === report.userId);
      dropBeyond(mostOfAll, () => true);
    },
    list: (userId) => {
      const nowMs = clock.nowMs();
      dropOver(nowMs);
      return [...players.values()]
        .filter((known) => userId === undefined || known.userId === userId)
        .map((known) => entryOf(known, nowMs))
        .sort((one, other) => other.startedAtMs - one.startedAtMs);
    },
    find: (userId, player) => {
      const nowMs = clock.nowMs();
      const known = players.get(keyOf({ userId, player }));
      return known === undefined || isOver(known, nowMs) ? null : entryOf(known, nowMs);
    },
    forget: (userId) => {
      for (const [key, known] of players) if (known.userId === userId) players.delete(key);
    },
  };
};
