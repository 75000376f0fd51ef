import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { createSleeper } from '../../platform/sleeper.ts';
import { createSteadyTime } from '../../platform/steady-time.ts';
import { writeTrouble } from '../../platform/storage-trouble.ts';
import type { Duty } from '../../state/duty.ts';
import type { StateQuery } from '../../state/state-access.ts';
import { markLapsed } from './accounts-store.ts';
import { createHolds } from './holds.ts';
import {
  dropParkedBefore,
  dropRefusedBefore,
  firstWaiting,
  listQueues,
  listWaitingServices,
  type NewPlay,
  type OutboxKey,
  storeOutcome,
  storePlay,
  type WaitingPlay,
} from './outbox-store.ts';
import type { Refusal, ScrobblingService, Verdict } from './scrobbler.ts';

/** First pause after a failed call; each further one doubles it. In milliseconds. */
const firstPauseMs = 30_000;
const longestPauseMs = 60 * 60 * 1000;

/** A play is kept this long while its service has trouble, and a refused one for the user to see. */
const keptMs = 14 * 24 * 60 * 60 * 1000;

/** What cannot be sent is looked at this often, in milliseconds, to give up what waited too long. */
const tidyEveryMs = 60 * 60 * 1000;

/** Sends stored plays to their services: in order per user and service, again and again until they are taken. */
export interface Outbox {
  /** Stores a play. When this returns it is safe; sending happens later. */
  store(play: Omit<NewPlay, 'nowMs'>): Promise<void>;
  /** Looks for due plays now. */
  wake(): void;
  /** Whether a service asked not to be called for a while. */
  isHeld(service: string): boolean;
  /** Ends when nothing is being sent. For tests and for stopping. */
  settled(): Promise<void>;
  /** Stops sending and waits for calls under way. */
  close(): Promise<void>;
}

/** What the outbox stands on. */
export interface OutboxDeps {
  readonly query: StateQuery;
  readonly services: ReadonlyMap<string, ScrobblingService>;
  /** Opens a sealed secret; null when it cannot be opened. */
  readonly openSecret: (sealed: Uint8Array) => string | null;
  /** Whether anything can be saved: what is sent must be noted as sent. Always unless told. */
  readonly canSave?: (() => boolean) | undefined;
  /** Whose turn it is to send, where several processes serve the same; always ours unless told. */
  readonly duty?: Duty | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

/** Pause before the next try after `attempts` failed ones. */
export const pauseMs = (attempts: number): number =>
  Math.min(firstPauseMs * 2 ** Math.min(attempts, 20), longestPauseMs);

/** The pause that a service asks for, between the shortest and the longest of ours. */
const askedPauseMs = (verdicts: readonly Verdict[]): number | null => {
  const asked = verdicts.flatMap((verdict) => (verdict.kind === 'retry' ? (verdict.afterMs ?? []) : []));
  return asked.length === 0 ? null : Math.min(Math.max(firstPauseMs, ...asked), longestPauseMs);
};

const sortVerdicts = (plays: readonly WaitingPlay[], verdicts: readonly Verdict[], nowMs: number) => {
  const done: number[] = [];
  const refused: { id: number; refusal: Refusal }[] = [];
  const postponed: number[] = [];
  let expired = 0;
  for (const [index, play] of plays.entries()) {
    const verdict = verdicts[index] ?? { kind: 'retry', reason: 'The service did not say.' };
    if (verdict.kind === 'sent') done.push(play.id);
    else if (verdict.kind === 'rejected') refused.push({ id: play.id, refusal: verdict.refusal });
    else if (verdict.kind === 'retry' && nowMs - play.createdAtMs > keptMs) {
      done.push(play.id);
      expired += 1;
    } else postponed.push(play.id);
  }
  return { outcome: { done, refused, postponed }, expired };
};

type Holds = ReturnType<typeof createHolds>;

/** Plays of a user for a service, and what the account's secret is sealed in. */
type Queue = OutboxKey & { readonly secret: Uint8Array };

const idOf = ({ userId, service }: OutboxKey): string => `${userId}/${service}`;

/** Sends what is due, a queue at a time and no queue twice. */
const createSending = (
  { query, openSecret, log }: OutboxDeps,
  { nowMs, holds, onEnd }: { nowMs: () => number; holds: Holds; onEnd: () => void },
) => {
  const sending = new Map<string, Promise<void>>();

  const sendBatch = async (key: Queue, service: ScrobblingService): Promise<void> => {
    const secret = openSecret(key.secret);
    if (secret === null) return markLapsed(query, { ...key, lapse: 'secret_lost' });
    const plays = await firstWaiting(query, key, service.mostPlays);
    if (plays.length === 0) return;
    const verdicts = await service.scrobble(secret, plays);
    const { outcome, expired } = sortVerdicts(plays, verdicts, nowMs());
    const attempts = Math.max(...plays.map((play) => play.attempts));
    const askedMs = askedPauseMs(verdicts);
    if (askedMs !== null) holds.hold(service.id, askedMs);
    await storeOutcome(query, { ...outcome, nextAttemptAtMs: nowMs() + (askedMs ?? pauseMs(attempts)) });
    if (expired > 0) log.warn('plays were given up after 14 days', { service: key.service, count: expired });
    if (verdicts.some((verdict) => verdict.kind === 'unlinked')) {
      await markLapsed(query, { ...key, lapse: 'token_refused' });
      log.info('an account needs to be linked again', { service: key.service });
    }
  };

  return {
    has: (queue: OutboxKey): boolean => sending.has(idOf(queue)),
    isIdle: (): boolean => sending.size === 0,
    ended: (): Promise<unknown> => Promise.all(sending.values()),
    send: (queue: Queue, service: ScrobblingService): void => {
      const id = idOf(queue);
      const task = sendBatch(queue, service)
        .catch((error: unknown) => {
          log.error('plays could not be sent', { service: queue.service, error });
          holds.hold(id, firstPauseMs);
        })
        .then(() => {
          sending.delete(id);
          onEnd();
        });
      sending.set(id, task);
    },
  };
};

/** Gives up what waited too long, now and then, and tells of what nobody can send. */
const createTidying = ({ query, services, clock, log }: OutboxDeps, nowMs: () => number) => {
  const told = new Set<string>();
  let nextTidyMs = 0;
  return async (): Promise<void> => {
    if (clock.monotonicMs() < nextTidyMs) return;
    nextTidyMs = clock.monotonicMs() + tidyEveryMs;
    const beforeMs = nowMs() - keptMs;
    await dropRefusedBefore(query, beforeMs);
    const count = await dropParkedBefore(query, beforeMs, [...services.keys()]);
    if (count > 0) log.warn('plays were given up after 14 days', { count });
    for (const service of await listWaitingServices(query)) {
      if (services.has(service) || told.has(service)) continue;
      told.add(service);
      log.warn('plays wait for a service that this version does not know', { service });
    }
  };
};

/** Makes an outbox. Nothing is sent before `wake`. */
export const createOutbox = (deps: OutboxDeps): Outbox => {
  const { query, services, clock, log } = deps;
  const nowMs = createSteadyTime(clock);
  /** Queues by their ids, and services by their names: whoever asks for a pause asks it for every user. */
  const holds = createHolds(clock);
  const sending = createSending(deps, { nowMs, holds, onEnd: () => sleeper.wake() });
  const tidy = createTidying(deps, nowMs);

  const waitMsOf = (queue: OutboxKey & { dueAtMs: number }): number => {
    const dueMs = queue.dueAtMs - nowMs();
    // A due time beyond the longest pause was written before the clock was set back.
    const ownMs = dueMs > longestPauseMs ? 0 : dueMs;
    return Math.max(ownMs, holds.leftMs(idOf(queue)), holds.leftMs(queue.service));
  };

  const look = async (): Promise<number> => {
    if (deps.canSave?.() === false || deps.duty?.isOurs() === false) return tidyEveryMs;
    await tidy();
    let soonestMs = tidyEveryMs;
    for (const queue of await listQueues(query)) {
      const service = services.get(queue.service);
      if (service === undefined || sending.has(queue)) continue;
      const waitMs = waitMsOf(queue);
      if (waitMs > 0) soonestMs = Math.min(soonestMs, waitMs);
      else sending.send(queue, service);
    }
    return soonestMs;
  };

  const sleeper = createSleeper({
    round: look,
    onFailure: (error) => {
      // A disk that takes nothing is a state, told elsewhere.
      if (writeTrouble(error) === null) log.error('the outbox could not be read', { error });
    },
    pauseMs: firstPauseMs,
    clock,
  });

  deps.duty?.onTaken(sleeper.wake);
  return {
    store: async (play) => {
      await storePlay(query, { ...play, nowMs: nowMs() });
      sleeper.wake();
    },
    wake: sleeper.wake,
    isHeld: (service) => holds.leftMs(service) > 0,
    settled: async () => {
      await sleeper.settled();
      while (!sending.isIdle()) {
        await sending.ended();
        await sleeper.settled();
      }
    },
    close: async () => {
      await sleeper.close();
      await sending.ended();
    },
  };
};
