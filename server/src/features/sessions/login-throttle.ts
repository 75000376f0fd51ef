import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { AppError } from '../../platform/app-error.ts';

/** How many attempts may come at once, and how long until one more. */
interface Budget {
  readonly burst: number;
  readonly refillSeconds: number;
}

/*
 * One address alone gets through at most 20 + 10 attempts in a minute, and 3 + 5 more for names that
 * have signed in from it before: 38 in all. A name has more to give than one address can take, so
 * guessing from one place never shuts the right user out elsewhere.
 */
const perAddress: Budget = { burst: 20, refillSeconds: 6 };
const perName: Budget = { burst: 26, refillSeconds: 5 };
const reserve: Budget = { burst: 3, refillSeconds: 12 };

/** Failures from one address are answered later and later after this many. */
const patientFailures = 10;
const delayStepMs = 100;
const longestDelayMs = 1000;

/** Most addresses, names and known pairs remembered; the longest unused go first. */
const mostRemembered = 20_000;

/** Decides which sign-in attempts are looked at at all. */
export interface LoginThrottle {
  /**
   * Takes an attempt from the budgets.
   * @throws AppError too_many_attempts with Retry-After
   */
  begin(address: string, name: string): Attempt;
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
    buckets.delete(key);
    buckets.set(key, bucket);
    const oldest = buckets.size > mostRemembered ? buckets.keys().next().value : undefined;
    if (oldest !== undefined) buckets.delete(oldest);
    return bucket;
  };
  return {
    find,
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

/** @param nowMs monotonic milliseconds */
export const createLoginThrottle = (nowMs: () => number): LoginThrottle => {
  const addresses = createBuckets(perAddress, nowMs);
  const names = createBuckets(perName, nowMs);
  const reserves = createBuckets(reserve, nowMs);
  const knownPairs = new Set<string>();

  const remember = (pair: string): void => {
    knownPairs.delete(pair);
    knownPairs.add(pair);
    const oldest = knownPairs.size > mostRemembered ? knownPairs.values().next().value : undefined;
    if (oldest !== undefined) knownPairs.delete(oldest);
  };

  const refuse = (address: Bucket, name: Bucket): never => {
    const waits = [
      address.tokens < 1 ? addresses.secondsUntilOne(address) : 0,
      name.tokens < 1 ? names.secondsUntilOne(name) : 0,
    ];
    throw new AppError(
      'too_many_attempts',
      'Too many attempts to sign in. Please wait a little and try again.',
      {
        headers: { 'Retry-After': String(Math.max(...waits)) },
      },
    );
  };

  return {
    begin: (rawAddress, rawName) => {
      const [addressId, nameId] = [addressKey(rawAddress), nameKey(rawName)];
      const pair = `${addressId} ${nameId}`;
      const [address, name] = [addresses.find(addressId), names.find(nameId)];
      const spare = reserves.find(addressId);
      const isFromReserve = address.tokens < 1 || name.tokens < 1;
      if (isFromReserve && !(knownPairs.has(pair) && spare.tokens >= 1)) return refuse(address, name);
      for (const bucket of isFromReserve ? [spare] : [address, name]) bucket.tokens -= 1;
      const failures = Math.max(0, addresses.spent(address) - patientFailures);
      return {
        delayMs: Math.min(longestDelayMs, Math.floor(failures) * delayStepMs),
        succeeded: () => {
          remember(pair);
          if (isFromReserve) return reserves.giveBack(addressId);
          addresses.giveBack(addressId);
          names.giveBack(nameId);
        },
      };
    },
  };
};
