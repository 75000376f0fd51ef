import type { Kysely } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { createSteadyTime } from '../../platform/steady-time.ts';
import type { StateDatabase } from '../../state/state-schema.ts';
import {
  dropRefusedBefore,
  firstWaiting,
  listQueues,
  type NewPlay,
  type OutboxKey,
  storeOutcome,
  storePlay,
  type WaitingPlay,
} from './outbox-store.ts';
import type { ScrobblingService, ServiceId, Verdict } from './scrobbler.ts';

/** First pause after a failed call; each further one doubles it. In milliseconds. */
const firstPauseMs = 30_000;
const longestPauseMs = 60 * 60 * 1000;

/** A play is kept this long while its service has trouble, and a refused one for the user to see. */
const keptMs = 14 * 24 * 60 * 60 * 1000;

/** Sends stored plays to their services: in order per user and service, again and again until they are taken. */
export interface Outbox {
  /** Stores a play. When this returns it is safe; sending happens later. */
  store(play: Omit<NewPlay, 'nowMs'>): Promise<void>;
  /** Looks for due plays now. */
  wake(): void;
  /** Ends when nothing is being sent. For tests and for stopping. */
  settled(): Promise<void>;
  /** Stops sending and waits for calls under way. */
  close(): Promise<void>;
}

/** What the outbox stands on. */
export interface OutboxDeps {
  readonly query: Kysely<StateDatabase>;
  readonly services: ReadonlyMap<ServiceId, ScrobblingService>;
  /** Opens a sealed secret; null when it cannot be opened. */
  readonly openSecret: (sealed: Uint8Array) => string | null;
  /** Called when a service says that an account must be linked again. */
  readonly onUnlinked: (key: OutboxKey) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Pause before the next try after `attempts` failed ones. */
export const pauseMs = (attempts: number): number =>
  Math.min(firstPauseMs * 2 ** Math.min(attempts, 20), longestPauseMs);

const sortVerdicts = (plays: readonly WaitingPlay[], verdicts: readonly Verdict[], nowMs: number) => {
  const done: number[] = [];
  const refused: { id: number; reason: string }[] = [];
  const postponed: number[] = [];
  let expired = 0;
  for (const [index, play] of plays.entries()) {
    const verdict = verdicts[index] ?? { kind: 'retry', reason: 'The service did not say.' };
    if (verdict.kind === 'sent') done.push(play.id);
    else if (verdict.kind === 'rejected') refused.push({ id: play.id, reason: verdict.reason });
    else if (verdict.kind === 'retry' && nowMs - play.createdAtMs > keptMs) {
      done.push(play.id);
      expired += 1;
    } else postponed.push(play.id);
  }
  return { outcome: { done, refused, postponed }, expired };
};

/** Makes an outbox. Nothing is sent before `wake`. */
export const createOutbox = (deps: OutboxDeps): Outbox => {
  const { query, clock, log } = deps;
  const nowMs = createSteadyTime(clock);
  const sending = new Map<string, Promise<void>>();
  let cancelTimer: (() => void) | null = null;
  let looking: Promise<void> | null = null;
  let isWanted = false;
  let isClosed = false;

  const sendBatch = async (key: OutboxKey, sealed: Uint8Array): Promise<void> => {
    const service = deps.services.get(key.service);
    const secret = deps.openSecret(sealed);
    if (service === undefined) return;
    if (secret === null) return deps.onUnlinked(key);
    const plays = await firstWaiting(query, key, service.mostPlays);
    if (plays.length === 0) return;
    const verdicts = await service.scrobble(secret, plays);
    const { outcome, expired } = sortVerdicts(plays, verdicts, nowMs());
    const attempts = Math.max(...plays.map((play) => play.attempts));
    await storeOutcome(query, { ...outcome, nextAttemptAtMs: nowMs() + pauseMs(attempts) });
    if (expired > 0) log.warn('plays were given up after 14 days', { service: key.service, count: expired });
    if (verdicts.some((verdict) => verdict.kind === 'unlinked')) await deps.onUnlinked(key);
  };

  const look = async (): Promise<void> => {
    cancelTimer?.();
    cancelTimer = null;
    await dropRefusedBefore(query, nowMs() - keptMs);
    let soonestMs = Number.POSITIVE_INFINITY;
    for (const queue of await listQueues(query)) {
      const id = `${queue.userId}/${queue.service}`;
      if (sending.has(id)) continue;
      // A due time beyond the longest pause was written before the clock was set back.
      const waitMs = queue.dueAtMs - nowMs();
      if (waitMs > 0 && waitMs <= longestPauseMs) {
        soonestMs = Math.min(soonestMs, waitMs);
        continue;
      }
      const task = sendBatch(queue, queue.secret)
        .catch((error: unknown) => {
          log.error('plays could not be sent', { service: queue.service, error });
          soonestMs = Math.min(soonestMs, firstPauseMs);
          return 'failed' as const;
        })
        .then((result) => {
          sending.delete(id);
          if (result === 'failed') armTimer(firstPauseMs);
          else wake();
        });
      sending.set(id, task);
    }
    if (Number.isFinite(soonestMs)) armTimer(soonestMs);
  };

  const armTimer = (delayMs: number): void => {
    if (isClosed) return;
    cancelTimer?.();
    cancelTimer = clock.schedule(delayMs, wake);
  };

  const wake = (): void => {
    if (isClosed) return;
    isWanted = true;
    looking ??= (async () => {
      while (isWanted && !isClosed) {
        isWanted = false;
        await look();
      }
    })()
      .catch((error: unknown) => {
        log.error('the outbox could not be read', { error });
        armTimer(firstPauseMs);
      })
      .finally(() => {
        looking = null;
      });
  };

  const settled = async (): Promise<void> => {
    while (looking !== null || sending.size > 0) {
      await looking;
      await Promise.all(sending.values());
    }
  };

  return {
    store: async (play) => {
      await storePlay(query, { ...play, nowMs: nowMs() });
      wake();
    },
    wake,
    settled,
    close: async () => {
      isClosed = true;
      cancelTimer?.();
      await settled();
    },
  };
};
