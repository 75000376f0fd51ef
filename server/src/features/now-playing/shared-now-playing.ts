import { createHash } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import { rememberNewest } from '../../platform/remembered.ts';
import type { NowPlaying, PlaybackReport } from './now-playing.ts';

/** What processes tell one another: hints, of which some get lost. */
export interface Broadcast {
  tell(text: string): void;
  /** @param hear is told what anybody told, this process too; null where something may have been missed */
  onTold(hear: (text: string | null) => void): void;
}

/** Reports that are told again to whoever asks. */
const mostKept = 1000;

interface Kept {
  readonly report: PlaybackReport;
  readonly atMs: number;
}

type Told =
  | { readonly from: string; readonly kind: 'ask' }
  | { readonly from: string; readonly kind: 'report'; readonly report: PlaybackReport };

/** Numbers of players are the same in every process: made of what tells them apart. */
const numberOf = (userId: number, player: string): number =>
  createHash('sha256').update(`${userId} ${player}`).digest().readUInt32BE() >>> 1;

/** Where it is by now. */
const broughtUp = ({ report, atMs }: Kept, nowMs: number): PlaybackReport => {
  const gone = report.state === 'paused' ? 0 : Math.max(0, nowMs - atMs) * report.rate;
  // It began earlier: to hear of it late is no beginning.
  const state = report.state === 'starting' ? 'playing' : report.state;
  return { ...report, state, positionMs: report.positionMs + gone };
};

/**
 * Tells the other processes what players report to this one, and this one what they report there. One that has just
 * begun asks for what is played.
 * @param own what this process knows
 * @param self tells this process from all others
 */
export const shareNowPlaying = (
  own: NowPlaying,
  { broadcast, self, clock }: { broadcast: Broadcast; self: string; clock: Pick<Clock, 'nowMs'> },
): NowPlaying => {
  const reportedHere = new Map<string, Kept>();
  const tell = (told: { kind: 'ask' } | { kind: 'report'; report: PlaybackReport }): void =>
    broadcast.tell(JSON.stringify({ from: self, ...told }));

  const answer = (): void => {
    const nowMs = clock.nowMs();
    for (const [key, kept] of reportedHere) {
      const { userId, player, songId } = kept.report;
      // What is over is not told again, nor what another process heard of later.
      if (own.find(userId, player)?.songId === songId)
        tell({ kind: 'report', report: broughtUp(kept, nowMs) });
      else reportedHere.delete(key);
    }
  };

  broadcast.onTold((text) => {
    if (text === null) return tell({ kind: 'ask' });
    const told = JSON.parse(text) as Told;
    if (told.from === self) return;
    if (told.kind === 'ask') answer();
    else own.report(told.report);
  });
  tell({ kind: 'ask' });

  const numbered = <Entry extends { readonly userId: number; readonly player: string }>(entry: Entry) => ({
    ...entry,
    playerId: numberOf(entry.userId, entry.player),
  });
  return {
    report: (report) => {
      own.report(report);
      const value = { report, atMs: clock.nowMs() };
      rememberNewest(reportedHere, { key: `${report.userId} ${report.player}`, value, most: mostKept });
      tell({ kind: 'report', report });
    },
    list: (userId) => own.list(userId).map(numbered),
    find: (userId, player) => {
      const found = own.find(userId, player);
      return found === null ? null : numbered(found);
    },
    forget: own.forget,
  };
};
