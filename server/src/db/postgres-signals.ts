import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Postgres, PostgresOwnSession } from './postgres.ts';

/** Hears what somebody told, in any process; null where something may have been missed. */
type HearSignal = (payload: string | null) => void;

/** What processes tell one another through the database: hints, of which some get lost with a connection. */
export interface PostgresSignals {
  /** May also begin while it is listened already. */
  on(channel: string, hear: HearSignal): void;
  /** Begins to listen; it goes on by itself, whatever becomes of the connection. */
  start(): Promise<void>;
  /** Since when nothing is heard, by the monotonic clock, in milliseconds; null while there is a connection. */
  lostAtMs(): number | null;
  close(): Promise<void>;
}

/** How soon a lost connection is made anew, in milliseconds. */
const againAfterMs = 500;

/** How often a connection that says nothing is asked whether it is still there, in milliseconds. */
const askEveryMs = 5_000;

type Listeners = ReadonlyMap<string, readonly HearSignal[]>;
type Timer = Pick<Clock, 'schedule' | 'monotonicMs'>;

const listen = async (
  database: Pick<Postgres, 'openSession'>,
  listeners: Listeners,
  lock: number | undefined,
): Promise<PostgresOwnSession> => {
  const session = await database.openSession();
  session.onNotify((channel, payload) => {
    for (const hear of listeners.get(channel) ?? []) hear(payload);
  });
  try {
    for (const channel of listeners.keys()) await session.query(`LISTEN ${channel}`);
    if (lock !== undefined) await session.query(`SELECT pg_advisory_lock_shared(${lock})`);
    return session;
  } catch (error) {
    await session.close();
    throw error;
  }
};

/** Asks a connection again and again whether it is still there, and ends it where it does not answer. */
const keepAsking = (session: PostgresOwnSession, clock: Pick<Timer, 'schedule'>): (() => void) => {
  let cancel = (): void => {};
  const askLater = (): void => {
    cancel = clock.schedule(askEveryMs, () => {
      cancel = clock.schedule(askEveryMs, () => void session.close());
      session.query('SELECT 1').then(
        () => {
          cancel();
          askLater();
        },
        () => cancel(),
      );
    });
  };
  askLater();
  void session.ended.then(() => cancel());
  return () => cancel();
};

/** Hears on a connection of its own. Whoever makes it closes it. */
export const createPostgresSignals = (deps: {
  database: Pick<Postgres, 'openSession'>;
  /** Held with others who hear, for as long as the connection is there: whoever takes it alone knows that nobody does. */
  lock?: number;
  clock: Timer;
  log: Pick<Log, 'warn' | 'info'>;
}): PostgresSignals => {
  const { database, clock, log } = deps;
  const listeners = new Map<string, HearSignal[]>();
  let session: PostgresOwnSession | null = null;
  let lostAtMs: number | null = null;
  let isClosed = false;
  let cancel = (): void => {};

  const tellAll = (): void => {
    for (const hear of [...listeners.values()].flat()) hear(null);
  };

  /** Where that fails the connection is gone, and the next one hears of all channels. */
  const listenTo = (channel: string): void =>
    void session?.query(`LISTEN ${channel}`).catch((error: unknown) => {
      log.warn('a change of other processes may be heard late', { error });
    });

  const begin = async (): Promise<void> => {
    const opened = await listen(database, listeners, deps.lock);
    if (isClosed) return opened.close();
    session = opened;
    lostAtMs = null;
    cancel = keepAsking(opened, clock);
    // What was told before may have been missed.
    tellAll();
    void opened.ended.then(() => {
      if (isClosed) return;
      log.warn('the connection that hears of changes is gone');
      beginAgain();
    });
  };

  const beginAgain = (): void => {
    session = null;
    lostAtMs ??= clock.monotonicMs();
    tellAll();
    cancel = clock.schedule(againAfterMs, () => {
      begin().then(
        () => log.info('changes of other processes are heard again'),
        () => {
          if (!isClosed) beginAgain();
        },
      );
    });
  };

  return {
    on: (channel, hear) => {
      const others = listeners.get(channel);
      listeners.set(channel, [...(others ?? []), hear]);
      if (others === undefined) listenTo(channel);
    },
    start: begin,
    lostAtMs: () => lostAtMs,
    close: async () => {
      isClosed = true;
      cancel();
      await session?.close();
    },
  };
};
