/** A report of what somebody plays with an app, of one moment. */
export interface Reported {
  /** Tells the players of all people apart. */
  readonly player: string;
  readonly songId: string;
  readonly durationMs: number | null;
  readonly positionMs: number;
  readonly state: 'starting' | 'playing' | 'paused' | 'stopped';
  readonly rate: number;
}

/** A song that was played long enough to count. */
interface Played {
  readonly songId: string;
  /** Milliseconds since the epoch. */
  readonly startedAtMs: number;
}

/** Tells from reports what was played. */
export interface Playbacks {
  /** @returns what has ended with this report and counts */
  report(report: Reported): Played | null;
  /** Notes a play that an app reports otherwise. @returns whether it is a playback that counted already */
  scrobble(player: string, songId: string, startedAtMs: number): boolean;
}

/** Songs that count are longer, and were played for more than half or for so long. */
const shortestMs = 30_000;
const enoughMs = 240_000;
/** Apps and server may disagree by so much about when a song began. */
const slackMs = 10_000;
const mostPlayers = 1000;

interface Known extends Reported {
  readonly startedAtMs: number;
  readonly atMs: number;
  readonly playedMs: number;
  readonly isCounted: boolean;
}

const counts = ({ durationMs, playedMs }: Pick<Known, 'durationMs' | 'playedMs'>): boolean => {
  if (durationMs !== null && durationMs <= shortestMs) return false;
  return playedMs > Math.min(durationMs === null ? enoughMs : durationMs / 2, enoughMs);
};

/** Of the song, so much was heard since the last report. */
const heardMs = (known: Known, nowMs: number): number => {
  if (known.state === 'paused' || known.state === 'stopped') return 0;
  const passed = Math.max(0, nowMs - known.atMs) * known.rate;
  const left = Math.max(0, (known.durationMs ?? Number.POSITIVE_INFINITY) - known.positionMs);
  return Math.min(passed, left);
};

/** Keeps what players play in memory, those that were heard of last. */
export const createPlaybacks = (clock: { nowMs(): number }): Playbacks => {
  const players = new Map<string, Known>();

  const keep = (known: Known): void => {
    players.delete(known.player);
    players.set(known.player, known);
    const [oldest] = players.keys();
    if (players.size > mostPlayers && oldest !== undefined) players.delete(oldest);
  };

  return {
    report: (report) => {
      const nowMs = clock.nowMs();
      const before = players.get(report.player);
      const playedMs = before === undefined ? 0 : before.playedMs + heardMs(before, nowMs);
      const isOther =
        before === undefined ||
        before.songId !== report.songId ||
        report.state === 'starting' ||
        before.state === 'stopped';
      const hasEnded = before !== undefined && (isOther || report.state === 'stopped');
      const ended = hasEnded && !before.isCounted && counts({ ...before, playedMs }) ? before : null;
      keep({
        ...report,
        rate: report.rate > 0 ? report.rate : 1,
        atMs: nowMs,
        startedAtMs: isOther ? nowMs : before.startedAtMs,
        playedMs: isOther ? 0 : playedMs,
        isCounted: !isOther && (before.isCounted || ended !== null),
      });
      return ended === null ? null : { songId: ended.songId, startedAtMs: ended.startedAtMs };
    },
    scrobble: (player, songId, startedAtMs) => {
      const known = players.get(player);
      if (known === undefined || known.songId !== songId) return false;
      if (startedAtMs < known.startedAtMs - slackMs) return false;
      if (known.isCounted) return true;
      players.set(player, { ...known, isCounted: true });
      return false;
    },
  };
};
