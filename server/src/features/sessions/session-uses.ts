import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { createSteadyTime } from '../../platform/steady-time.ts';
import type { StateAccess } from '../../state/state-access.ts';
import { noteUses } from './sessions-store.ts';

/** A session ends when it was not used for this long. */
const idleLimitMs = 365 * 24 * 60 * 60 * 1000;

/** Use is noted at most this often, in milliseconds. */
const touchEveryMs = 60_000;
/** How long uses are gathered before they are written together. */
const touchDelayMs = 5_000;

/** Sessions whose use is remembered apart from the clock on the wall. */
const mostRemembered = 10_000;

/** Knows when sessions were last used, whatever the machine's clock does. */
export interface SessionUses {
  /** Milliseconds since the epoch, without jumps of the clock: for whatever ends at a time. */
  nowMs(): number;
  /**
   * Milliseconds since the epoch that are kept. While it is in doubt which time is right, the later one: a
   * session that is in use then must not look unused after the next start.
   */
  noteMs(): number;
  /** Whether a session was used within the last year, by what is stored of it and what this server saw. */
  isLive(session: { sessionId: number; lastUsedAtMs: number }): boolean;
  /** Takes note of a use. */
  note(session: { sessionId: number; lastUsedAtMs: number }): void;
  /** Writes what is gathered. Never fails: what could not be written stays gathered. */
  flush(): Promise<void>;
}

/** Gathers uses and writes them together, so that reading never waits for the disk. */
export const createSessionUses = (deps: {
  state: Pick<StateAccess, 'writeAtOnce'>;
  clock: Clock;
  log: Log;
}): SessionUses => {
  const { clock } = deps;
  const nowMs = createSteadyTime(clock);
  const noteMs = (): number => Math.max(nowMs(), clock.nowMs());
  /** Kept times that are not written yet. */
  const pending = new Map<number, number>();
  /** Monotonic times of the last uses. */
  const seen = new Map<number, number>();
  let cancel: (() => void) | null = null;

  const flush = async (): Promise<void> => {
    cancel = null;
    if (pending.size === 0) return;
    const uses = new Map(pending);
    try {
      await deps.state.writeAtOnce((transaction) => noteUses(transaction, uses));
      // A session may have been used again meanwhile.
      for (const [id, atMs] of uses) if (pending.get(id) === atMs) pending.delete(id);
    } catch (error) {
      // A full disk or another writer: the uses stay gathered and go with the next ones.
      deps.log.debug('the last use of sessions could not be noted yet', { error });
    }
  };

  return {
    nowMs,
    noteMs,
    isLive: ({ sessionId, lastUsedAtMs }) => {
      const seenMs = seen.get(sessionId);
      if (seenMs !== undefined && clock.monotonicMs() - seenMs < idleLimitMs) return true;
      return nowMs() - (pending.get(sessionId) ?? lastUsedAtMs) < idleLimitMs;
    },
    note: ({ sessionId, lastUsedAtMs }) => {
      if (seen.size >= mostRemembered && !seen.has(sessionId)) seen.clear();
      seen.set(sessionId, clock.monotonicMs());
      const atMs = noteMs();
      if (atMs - (pending.get(sessionId) ?? lastUsedAtMs) < touchEveryMs) return;
      pending.set(sessionId, atMs);
      cancel ??= clock.schedule(touchDelayMs, () => void flush());
    },
    flush: () => {
      cancel?.();
      return flush();
    },
  };
};
