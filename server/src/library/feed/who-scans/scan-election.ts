import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import { leaseMs, type ScanLease } from './scan-lease.ts';

/** Elects one of several processes: the one that scans. */
export interface ScanElection {
  /** Stands for election from now on. */
  start(): void;
  /** Leaves the place to another one at once. Whoever closes it has stopped what the elected one does. */
  close(): Promise<void>;
}

/** How often the lease is asked for or renewed, in milliseconds. */
const askEveryMs = 1_000;

/** A process that could not renew stands down so much earlier than others may take its place, in milliseconds. */
const marginMs = 2_000;

interface ElectionDeps {
  readonly lease: ScanLease;
  /** @param epoch number of this election; greater than that of any before */
  readonly onWon: (epoch: number) => void;
  readonly onLost: () => void;
  readonly clock: Pick<Clock, 'monotonicMs' | 'schedule'>;
  readonly log: Pick<Log, 'info' | 'warn' | 'debug'>;
}

/** The time for which this process may believe that nobody else was elected. */
const createTerm = (clock: ElectionDeps['clock'], onOver: (why: string) => void) => {
  let cancel = (): void => {};
  return {
    /** @param askedMs when the database was asked: what it gave counts from later on */
    from: (askedMs: number): void => {
      cancel();
      const left = askedMs + leaseMs - marginMs - clock.monotonicMs();
      if (left > 0) cancel = clock.schedule(left, () => onOver('the database did not answer in time'));
      else onOver('the database answered too late');
    },
    end: (): void => cancel(),
  };
};

/** Makes it; it is nobody's before `start`. */
export const createScanElection = (deps: ElectionDeps): ScanElection => {
  const { lease, clock, log } = deps;
  let epoch: number | null = null;
  let isClosed = false;
  let asking: Promise<void> = Promise.resolve();
  let cancelNext = (): void => {};

  const lose = (why: string): void => {
    term.end();
    if (epoch === null) return;
    log.warn('this process does not scan any more', { epoch, why });
    epoch = null;
    deps.onLost();
  };
  const term = createTerm(clock, lose);

  const takeUp = (held: number): void => {
    log.info('this process scans from now on', { epoch: held });
    deps.onWon(held);
  };

  const ask = async (): Promise<void> => {
    const askedMs = clock.monotonicMs();
    const mine = epoch;
    const held = mine === null || (await lease.renew(mine)) ? (mine ?? (await lease.take())) : null;
    // Closed, or lost while this was asked: then it is taken anew, under another number.
    if (isClosed || epoch !== mine) {
      if (isClosed) epoch = held;
      return;
    }
    if (held === null) return lose('another one was elected meanwhile');
    epoch = held;
    term.from(askedMs);
    if (mine === null && epoch !== null) takeUp(held);
  };

  const round = (): void => {
    asking = ask()
      .catch((error: unknown) => log.debug('the lease of scans could not be asked for', { error }))
      .then(() => {
        if (!isClosed) cancelNext = clock.schedule(askEveryMs, round);
      });
  };

  return {
    start: round,
    close: async () => {
      isClosed = true;
      cancelNext();
      term.end();
      const mine = epoch;
      await asking;
      // Said before anybody else may begin.
      if (mine !== null) log.info('this process does not scan any more', { epoch: mine, why: 'it ends' });
      if (epoch === null) return;
      // One that cannot be reached gives it to another by itself, in a few seconds.
      await lease.free(epoch).catch((error: unknown) => log.debug('the lease was not left', { error }));
    },
  };
};
