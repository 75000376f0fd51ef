import type { DdnsStatus } from '@tonearm/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Outbound } from '../../platform/outbound.ts';
import { createSleeper } from '../../platform/sleeper.ts';
import type { Duty } from '../../state/duty.ts';
import { type Attempt, type Judged, judge, judgeAddress, judged } from './judge.ts';
import { attemptSentence } from './reason-sentences.ts';

const minuteMs = 60 * 1000;

/** The address is updated this often, in milliseconds. */
const periodMs = 30 * minuteMs;

/** Two calls are at least this far apart, however often the account is saved and the server started. */
const shortestPauseMs = minuteMs;

/** Longest time that a provider is left alone because it asks for it. */
const longestPauseMs = 60 * minuteMs;

/** An account at the provider, or an address that is called in its place; empty strings when unused. */
interface Account {
  readonly updateUrl: string;
  readonly host: string;
  readonly username: string;
  readonly password: string;
}

/** Keeps the provider's record of this machine's address fresh. */
export interface DdnsUpdater {
  /** Updates now and then every 30 minutes. */
  start(): void;
  /** Updates as soon as it may, as after the account was saved. */
  updateNow(): void;
  status(): Promise<DdnsStatus>;
  /** Ends when no update is under way. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** What the updater stands on. */
export interface DdnsUpdaterDeps {
  /** Root of the provider, with a trailing slash. */
  readonly root: string;
  readonly account: () => Promise<Account>;
  readonly lastAttempt: () => Promise<Attempt | null>;
  readonly keepAttempt: (attempt: Attempt) => Promise<void>;
  /** When the provider was last called, also before a restart: milliseconds of the wall clock, or null. */
  readonly lastCallMs: () => Promise<number | null>;
  readonly keepCall: (atMs: number) => Promise<void>;
  readonly outbound: Outbound;
  /** Whose turn it is, where several processes serve the same; always ours unless told. */
  readonly duty?: Duty;
  readonly clock: Clock;
  readonly log: Log;
}

const credentialsOf = ({ username, password }: Pick<Account, 'username' | 'password'>): string =>
  `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;

const isConfigured = ({ updateUrl, host, username }: Account): boolean =>
  updateUrl !== '' || (host !== '' && username !== '');

/** What a text in an address stands for; the text where it stands for nothing. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** A call of an update address; a name and password within it are sent as a browser would. */
const callOf = (address: string): { root: string; url: string; headers: Record<string, string> } => {
  const url = new URL(address);
  const username = decoded(url.username);
  const password = decoded(url.password);
  url.username = '';
  url.password = '';
  const headers: Record<string, string> = {};
  if (username !== '' || password !== '') headers['Authorization'] = credentialsOf({ username, password });
  return { root: `${url.origin}/`, url: url.href, headers };
};

/** Calls to the provider, kept apart from each other. */
const createCalls = (deps: DdnsUpdaterDeps) => {
  const { clock } = deps;
  /** Monotonic; null before it was looked up. */
  let earliestMs: number | null = null;

  const hold = (forMs: number): void => {
    earliestMs = Math.max(earliestMs ?? 0, clock.monotonicMs() + forMs);
  };

  return {
    /** Before when it may not be called. */
    earliestMs: (): number => earliestMs ?? 0,
    /** Whoever calls now notes it where all can read it. */
    forget: (): void => {
      earliestMs = null;
    },
    /** After a restart the wall clock is all there is; where it was set back, a whole pause is waited for. */
    recall: async (): Promise<void> => {
      if (earliestMs !== null) return;
      const lastMs = await deps.lastCallMs();
      const leftMs = lastMs === null ? 0 : lastMs + shortestPauseMs - clock.nowMs();
      hold(Math.min(Math.max(leftMs, 0), shortestPauseMs));
    },
    call: async (account: Account): Promise<Judged> => {
      hold(shortestPauseMs);
      await deps.keepCall(clock.nowMs()).catch((error: unknown) => {
        // A full disk: as long as the server runs the pause is kept all the same.
        deps.log.debug('the time of a call could not be noted', { error });
      });
      const isAddress = account.updateUrl !== '';
      const call = isAddress
        ? callOf(account.updateUrl)
        : {
            root: deps.root,
            url: `api/v1/update/?host=${encodeURIComponent(account.host)}`,
            headers: { Authorization: credentialsOf(account) },
          };
      const result = await deps.outbound.request({ ...call, method: 'GET' });
      if (result.kind === 'answer') hold(Math.min(result.retryAfterMs ?? 0, longestPauseMs));
      return isAddress ? judgeAddress(result) : judge(result);
    },
  };
};

const statusOf = async (
  { account, lastAttempt, clock }: DdnsUpdaterDeps,
  leftMs: () => number | null,
): Promise<DdnsStatus> => {
  const configured = isConfigured(await account());
  const last = await lastAttempt();
  const nextMs = configured ? leftMs() : null;
  return {
    is_configured: configured,
    last_attempt_at: last?.at ?? null,
    last_result: last?.result ?? null,
    last_message: last === null ? null : attemptSentence(last),
    last_reason: last?.reason ?? null,
    last_status: last?.status ?? null,
    address: last?.address ?? null,
    next_attempt_at: nextMs === null ? null : Math.ceil((clock.nowMs() + Math.max(nextMs, 0)) / 1000),
  };
};

/** Makes the updater. Nothing is sent before `start` or `updateNow`, nor while host or username is empty. */
export const createDdnsUpdater = (deps: DdnsUpdaterDeps): DdnsUpdater => {
  const { clock, log } = deps;
  const calls = createCalls(deps);
  /** When it wants to call, monotonic; null before it was told to begin. */
  let dueMs: number | null = null;

  const attempt = async (): Promise<void> => {
    const account = await deps.account();
    const verdict =
      account.updateUrl === '' && account.username.includes(':')
        ? judged('refused', 'username_with_colon')
        : await calls.call(account);
    await deps.keepAttempt({ ...verdict, at: Math.floor(clock.nowMs() / 1000) });
    const write = verdict.result === 'updated' ? log.info : log.warn;
    write('dynamic DNS was updated', { result: verdict.result, message: attemptSentence(verdict) });
  };

  const leftMs = (): number | null =>
    dueMs === null ? null : Math.max(dueMs, calls.earliestMs()) - clock.monotonicMs();

  const round = async (): Promise<number | null> => {
    if (deps.duty?.isOurs() === false) {
      calls.forget();
      return null;
    }
    if (!isConfigured(await deps.account())) return null;
    await calls.recall();
    if ((leftMs() ?? 0) <= 0) {
      // Before the account is read, so that a save from here on is followed by another call.
      dueMs = clock.monotonicMs() + periodMs;
      await attempt();
    }
    return leftMs();
  };

  const sleeper = createSleeper({
    round,
    onFailure: (error) => log.error('dynamic DNS could not be updated', { error }),
    pauseMs: periodMs,
    clock,
  });

  const updateNow = (): void => {
    dueMs = clock.monotonicMs();
    sleeper.wake();
  };

  deps.duty?.onTaken(updateNow);
  return {
    start: updateNow,
    updateNow,
    status: () => statusOf(deps, leftMs),
    settled: sleeper.settled,
    close: sleeper.close,
  };
};
