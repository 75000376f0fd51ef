import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { rememberNewest } from '../../platform/remembered.ts';
import { createWaitingLine, type WaitingLine } from './waiting-line.ts';

/** How many attempts may come at once, and how long until one more. */
interface Budget {
  readonly burst: number;
  readonly refillSeconds: number;
}

/*
 * One address alone gets through at most 16 + 10 attempts in a minute, and 3 + 5 more for names that
 * have signed in from it before: 34 in all. A name is looked at 18 + 20 times in a minute, wherever the attempts
 * come from. That is more than one address can take, so guessing from one place slows nobody elsewhere. When many
 * addresses take all of it, the rest waits in a line, and whoever has failed least goes first: sixty addresses that
 * guess for ever cost a new device six seconds, and when all of them have only just begun two minutes. Every third
 * place is for who has not been looked at for longest, so that who mistyped gets in too, whoever comes anew.
 */
const perAddress: Budget = { burst: 16, refillSeconds: 6 };
const perName: Budget = { burst: 18, refillSeconds: 3 };
const reserve: Budget = { burst: 3, refillSeconds: 12 };

/** Failures from one address are answered later and later after this many. */
const patientFailures = 10;
const delayStepMs = 100;
const longestDelayMs = 1000;

/** Most addresses, names and pairs of them remembered; the longest unused go first. */
const mostRemembered = 20_000;

/** Failures are held against an address at a name for this long, in milliseconds. */
const grudgeMs = 60 * 60 * 1000;

/** What those are told who waited in vain, in seconds. */
const comeAgainSeconds = 3;

/** Budgets that several processes take from together. */
export interface SharedBudgets {
  take(who: SharedAttempt): Promise<SharedPlace>;
  /** Takes from the budget of a name alone. @returns how long until there is an attempt, in seconds; 0 when it was taken */
  takeName(who: SharedAttempt): Promise<number>;
  /** Gives back what was taken, and remembers that this name signs in from this address. */
  succeeded(who: SharedAttempt, isFromReserve: boolean): Promise<void>;
}

/** An attempt by what budgets are known by. */
export interface SharedAttempt {
  readonly address: string;
  readonly name: string;
  readonly budgets: { readonly address: Budget; readonly name: Budget; readonly reserve: Budget };
}

/** Whether an attempt may be looked at. */
export interface SharedPlace {
  /** What it was taken from; `name` when the name's budget is empty, and `none` when the address's is. */
  readonly source: 'budgets' | 'reserve' | 'name' | 'none';
  /** How long until there is one, in seconds. */
  readonly seconds: number;
  /** How much of the budget of the address is spent. */
  readonly spent: number;
}

/** Decides which sign-in attempts are looked at at all. */
export interface LoginThrottle {
  /**
   * Takes an attempt from the budgets. Waits some seconds where a name is guessed from many addresses.
   * @throws AppError too_many_attempts with Retry-After
   */
  begin(address: string, name: string): Promise<Attempt>;
  /** Sends away those who wait. */
  close(): void;
}

/** An attempt that is being looked at. */
interface Attempt {
  /** Gives the attempt back and remembers that this name signs in from this address. */
  succeeded(): void;
  /** How long to wait before the failure is answered, in milliseconds. */
  readonly delayMs: number;
}

interface Bucket {
  tokens: number;
  atMs: number;
}

const createBuckets = (budget: Budget, nowMs: () => number) => {
  const buckets = new Map<string, Bucket>();
  const find = (key: string): Bucket => {
    const now = nowMs();
    const known = buckets.get(key) ?? { tokens: budget.burst, atMs: now };
    const refilled = known.tokens + (now - known.atMs) / (budget.refillSeconds * 1000);
    const bucket = { tokens: Math.min(budget.burst, refilled), atMs: now };
    rememberNewest(buckets, { key, value: bucket, most: mostRemembered });
    return bucket;
  };
  return {
    find,
    millisecondsUntilOne: (bucket: Bucket): number =>
      Math.max(1, Math.ceil((1 - bucket.tokens) * budget.refillSeconds * 1000)),
    /** Seconds until an attempt is left, rounded up. */
    secondsUntilOne: (bucket: Bucket): number =>
      Math.max(1, Math.ceil((1 - bucket.tokens) * budget.refillSeconds)),
    giveBack: (key: string): void => {
      const bucket = find(key);
      bucket.tokens = Math.min(budget.burst, bucket.tokens + 1);
    },
    spent: (bucket: Bucket): number => budget.burst - bucket.tokens,
  };
};

/** One household has one IPv4 address, or a /64 of IPv6. */
const addressKey = (address: string): string => {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return parsed.toByteArray().slice(0, 8).join('.');
};

const nameKey = (name: string): string => createHash('sha256').update(name).digest('base64');

/** What failed from one address at one name. */
interface Conduct {
  failures: number;
  firstSeenMs: number;
  lastSeenMs: number;
  lookedAtMs: number;
}

const createRecords = (nowMs: () => number) => {
  const records = new Map<string, Conduct>();
  const find = (pair: string): Conduct => {
    const now = nowMs();
    const known = records.get(pair);
    const isFresh = known !== undefined && now - known.lastSeenMs < grudgeMs;
    const record = isFresh ? known : { failures: 0, firstSeenMs: now, lastSeenMs: now, lookedAtMs: now };
    record.lastSeenMs = now;
    rememberNewest(records, { key: pair, value: record, most: mostRemembered });
    return record;
  };
  return {
    find,
    /** Counts an attempt that is looked at for a failure until it succeeds. */
    noteAttempt: (pair: string): void => {
      const record = find(pair);
      record.failures += 1;
      record.lookedAtMs = record.lastSeenMs;
    },
    forget: (pair: string): void => {
      records.delete(pair);
    },
  };
};

/** The budgets of names, and the lines of those who wait for one. */
const createNames = (clock: Pick<Clock, 'monotonicMs' | 'schedule'>) => {
  const { find, millisecondsUntilOne, giveBack } = createBuckets(perName, clock.monotonicMs);
  const lines = new Map<string, WaitingLine>();

  const takePlace = (id: string): number => {
    const name = find(id);
    if (name.tokens < 1) return millisecondsUntilOne(name);
    name.tokens -= 1;
    return 0;
  };

  return {
    giveBack,
    isFree: (id: string): boolean => !lines.has(id) && find(id).tokens >= 1,
    /** @returns how long until there is one, in milliseconds; 0 when it was taken */
    takePlace,
    lineOf: (id: string): WaitingLine => {
      const onEmpty = () => lines.delete(id);
      const line = lines.get(id) ?? createWaitingLine({ clock, takePlace: () => takePlace(id), onEmpty });
      lines.set(id, line);
      return line;
    },
    close: (): void => {
      for (const line of lines.values()) line.close();
    },
  };
};

const refusal = (seconds: number): AppError =>
  new AppError('too_many_attempts', 'Too many attempts to sign in. Please wait a little and try again.', {
    headers: { 'Retry-After': String(seconds) },
  });

/** How much later a failure is answered, in milliseconds. @param spent of the budget of an address */
const delayOf = (spent: number): number =>
  Math.min(longestDelayMs, Math.floor(Math.max(0, spent - patientFailures)) * delayStepMs);

/**
 * The same where several processes take from one budget. Lines of those who wait for a name are each process's own:
 * whoever comes to the front of one takes from the budget of all.
 * @param onUnsaved told of what could not be given back
 */
export const createSharedThrottle = (
  clock: Pick<Clock, 'monotonicMs' | 'schedule'>,
  shared: SharedBudgets,
  onUnsaved: (error: unknown) => void,
): LoginThrottle => {
  const names = createNames(clock);
  const records = createRecords(clock.monotonicMs);
  const budgets = { address: perAddress, name: perName, reserve };

  /** @throws AppError too_many_attempts */
  const waitForName = async (who: SharedAttempt): Promise<void> => {
    const { address, name } = who;
    const { failures, firstSeenMs, lookedAtMs } = records.find(`${address} ${name}`);
    const isAdmitted = await names.lineOf(name).wait({ address, failures, firstSeenMs, lookedAtMs });
    if (!isAdmitted || (await shared.takeName(who)) > 0) throw refusal(comeAgainSeconds);
  };

  return {
    begin: async (rawAddress, rawName) => {
      const who = { address: addressKey(rawAddress), name: nameKey(rawName), budgets };
      const pair = `${who.address} ${who.name}`;
      const { source, seconds, spent } = await shared.take(who);
      if (source === 'none') throw refusal(Math.max(1, Math.ceil(seconds)));
      if (source === 'name') await waitForName(who);
      records.noteAttempt(pair);
      return {
        delayMs: delayOf(spent),
        succeeded: () => {
          records.forget(pair);
          shared.succeeded(who, source === 'reserve').catch(onUnsaved);
        },
      };
    },
    close: names.close,
  };
};

/** Nothing of it outlives the process: a restart locks nobody out. */
export const createLoginThrottle = (clock: Pick<Clock, 'monotonicMs' | 'schedule'>): LoginThrottle => {
  const nowMs = clock.monotonicMs;
  const addresses = createBuckets(perAddress, nowMs);
  const names = createNames(clock);
  const reserves = createBuckets(reserve, nowMs);
  const records = createRecords(nowMs);
  const knownPairs = new Map<string, true>();

  /** An attempt that was paid for, from the budgets or the reserve. */
  const attemptOf = (
    ids: { addressId: string; nameId: string; pair: string },
    isFromReserve: boolean,
  ): Attempt => {
    const { addressId, nameId, pair } = ids;
    records.noteAttempt(pair);
    return {
      delayMs: delayOf(addresses.spent(addresses.find(addressId))),
      succeeded: () => {
        records.forget(pair);
        rememberNewest(knownPairs, { key: pair, value: true, most: mostRemembered });
        if (isFromReserve) return reserves.giveBack(addressId);
        addresses.giveBack(addressId);
        names.giveBack(nameId);
      },
    };
  };

  return {
    begin: async (rawAddress, rawName) => {
      const [addressId, nameId] = [addressKey(rawAddress), nameKey(rawName)];
      const pair = `${addressId} ${nameId}`;
      const ids = { addressId, nameId, pair };
      const address = addresses.find(addressId);
      const isNameFree = names.isFree(nameId);
      const spare = reserves.find(addressId);
      if ((address.tokens < 1 || !isNameFree) && knownPairs.has(pair) && spare.tokens >= 1) {
        spare.tokens -= 1;
        return attemptOf(ids, true);
      }
      if (address.tokens < 1) throw refusal(addresses.secondsUntilOne(address));
      address.tokens -= 1;
      const { failures, firstSeenMs, lookedAtMs } = records.find(pair);
      const isAdmitted = isNameFree
        ? names.takePlace(nameId) === 0
        : await names.lineOf(nameId).wait({ address: addressId, failures, firstSeenMs, lookedAtMs });
      if (!isAdmitted) throw refusal(comeAgainSeconds);
      return attemptOf(ids, false);
    },
    close: names.close,
  };
};
