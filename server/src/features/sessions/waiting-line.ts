import type { Clock } from '../../platform/clock.ts';

/** One who waits to have an attempt looked at. */
interface Waiting {
  readonly address: string;
  /** Failed attempts of the address at this name; who has fewer goes first. */
  readonly failures: number;
  /** When the address was first seen at this name; among equals, the earlier one goes first. */
  readonly firstSeenMs: number;
  /** When an attempt of the address at this name was last looked at; its first sight where none was. */
  readonly lookedAtMs: number;
  readonly untilMs: number;
  readonly settle: (isAdmitted: boolean) => void;
}

/** Most who wait for one name; beyond that, whoever would be last is turned away. */
const mostWaiting = 100;

/** How long anybody waits before being told to come again, in milliseconds: less than apps wait for an answer. */
const longestWaitMs = 8_000;

/**
 * Every so manieth place goes to who has gone longest without being looked at: who mistyped would else wait for ever
 * behind addresses that have never failed, because each of them is a new one.
 */
const patientPlace = 3;

const isBefore = (one: Waiting, other: Waiting): boolean =>
  one.failures === other.failures ? one.firstSeenMs < other.firstSeenMs : one.failures < other.failures;

const isMorePatient = (one: Waiting, other: Waiting): boolean => one.lookedAtMs < other.lookedAtMs;

/**
 * A line for one name: places come one by one, and go to the address that has failed least and come first, or in turns to
 * the one that has waited longest.
 */
export interface WaitingLine {
  /** @returns whether a place came in time. An address waits once at a time; its further attempts get none */
  wait(who: Omit<Waiting, 'untilMs' | 'settle'>): Promise<boolean>;
  /** Sends everybody away. */
  close(): void;
}

/**
 * Makes a line.
 * @param takePlace takes a place when there is one; else says in how many milliseconds one comes
 * @param onEmpty nobody waits any more
 */
export const createWaitingLine = (deps: {
  clock: Pick<Clock, 'monotonicMs' | 'schedule'>;
  takePlace: () => number;
  onEmpty: () => void;
}): WaitingLine => {
  const { clock } = deps;
  const waiting = new Set<Waiting>();
  let cancelTimer = (): void => {};
  let placesGiven = 0;

  const leave = (one: Waiting, isAdmitted: boolean): void => {
    waiting.delete(one);
    one.settle(isAdmitted);
  };

  const best = (isBetter: (one: Waiting, other: Waiting) => boolean, but?: Waiting): Waiting | undefined => {
    let found: Waiting | undefined;
    for (const one of waiting) if (one !== but && (found === undefined || isBetter(one, found))) found = one;
    return found;
  };
  const first = (): Waiting | undefined =>
    best((placesGiven + 1) % patientPlace === 0 ? isMorePatient : isBefore);
  const last = (): Waiting | undefined => best((one, other) => isBefore(other, one), best(isMorePatient));

  const serve = (): void => {
    cancelTimer();
    for (const one of [...waiting]) if (one.untilMs <= clock.monotonicMs()) leave(one, false);
    let nextMs = 0;
    for (let next = first(); next !== undefined; next = first()) {
      nextMs = deps.takePlace();
      if (nextMs > 0) break;
      placesGiven += 1;
      leave(next, true);
    }
    if (waiting.size === 0) {
      deps.onEmpty();
      return;
    }
    const soonestEndMs = Math.min(...[...waiting].map((one) => one.untilMs)) - clock.monotonicMs();
    cancelTimer = clock.schedule(Math.min(nextMs, soonestEndMs), serve);
  };

  return {
    wait: (who) =>
      new Promise((settle) => {
        if ([...waiting].some((one) => one.address === who.address)) return settle(false);
        waiting.add({ ...who, untilMs: clock.monotonicMs() + longestWaitMs, settle });
        const worst = waiting.size > mostWaiting ? last() : undefined;
        if (worst !== undefined) leave(worst, false);
        serve();
      }),
    close: () => {
      cancelTimer();
      for (const one of [...waiting]) leave(one, false);
    },
  };
};
