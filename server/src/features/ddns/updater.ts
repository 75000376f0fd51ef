import type { DdnsStatus } from '@tonearm/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Outbound, OutboundResult } from '../../platform/outbound.ts';

/** The address is updated this often, in milliseconds. */
const periodMs = 30 * 60 * 1000;

/** An account at the provider; empty strings when unused. */
interface Account {
  readonly host: string;
  readonly username: string;
  readonly password: string;
}

/** What came of an attempt, kept until the next one. */
export interface Attempt {
  /** Seconds since the epoch. */
  readonly at: number;
  readonly result: 'updated' | 'refused' | 'unreachable';
  /** A sentence. */
  readonly message: string;
  /** The address that the provider says it keeps now. */
  readonly address: string | null;
}

/** Keeps the provider's record of this machine's address fresh. */
export interface DdnsUpdater {
  /** Updates now and then every 30 minutes. */
  start(): void;
  /** Updates now, as after the account was saved. */
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
  readonly outbound: Outbound;
  readonly clock: Clock;
  readonly log: Log;
}

/** Words with which providers of this kind refuse although the status is 200. */
const refusals: Readonly<Record<string, string>> = {
  badauth: 'The provider does not know this username and password.',
  nohost: 'The provider does not know this hostname.',
  notfqdn: 'The provider says that the hostname is not complete.',
  abuse: 'The provider has blocked this hostname.',
};

const addressPattern = /\b(?:\d{1,3}\.){3}\d{1,3}\b|\b(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}\b/i;

type Judged = Omit<Attempt, 'at'>;

/** Reads the provider's answer. */
export const judge = (result: OutboundResult): Judged => {
  if (result.kind === 'unreachable') return { result: 'unreachable', message: result.reason, address: null };
  if (result.status === 401 || result.status === 403) {
    return { result: 'refused', message: refusals['badauth'] ?? '', address: null };
  }
  if (result.status === 404) return { result: 'refused', message: refusals['nohost'] ?? '', address: null };
  if (result.status >= 500 || result.status === 429) {
    return {
      result: 'unreachable',
      message: `The provider has trouble (status ${result.status}).`,
      address: null,
    };
  }
  const word = /^[a-z]+/i.exec(result.text.trim())?.[0].toLowerCase() ?? '';
  const refusal = refusals[word];
  if (refusal !== undefined) return { result: 'refused', message: refusal, address: null };
  if (result.status !== 200) {
    return { result: 'refused', message: `The provider refused (status ${result.status}).`, address: null };
  }
  const address = addressPattern.exec(result.text)?.[0] ?? null;
  return { result: 'updated', message: 'The address is up to date.', address };
};

const credentialsOf = ({ username, password }: Account): string =>
  `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;

const isConfigured = (account: Account): boolean => account.host !== '' && account.username !== '';

/** Makes the updater. Nothing is sent before `start` or `updateNow`, nor while host or username is empty. */
export const createDdnsUpdater = (deps: DdnsUpdaterDeps): DdnsUpdater => {
  const { clock } = deps;
  let cancelTimer: (() => void) | null = null;
  let nextAtMs: number | null = null;
  let running: Promise<void> | null = null;
  let isWanted = false;
  let isClosed = false;

  const send = (account: Account): Promise<OutboundResult> =>
    deps.outbound.request({
      root: deps.root,
      url: `api/v1/update/?host=${encodeURIComponent(account.host)}`,
      method: 'GET',
      headers: { Authorization: credentialsOf(account) },
    });

  const attempt = async (): Promise<void> => {
    const account = await deps.account();
    if (!isConfigured(account)) return;
    const judged: Judged = account.username.includes(':')
      ? {
          result: 'refused',
          message: 'A username with a colon cannot be sent to the provider.',
          address: null,
        }
      : judge(await send(account));
    await deps.keepAttempt({ ...judged, at: Math.floor(clock.nowMs() / 1000) });
    const log = judged.result === 'updated' ? deps.log.info : deps.log.warn;
    log('dynamic DNS was updated', { result: judged.result, message: judged.message });
  };

  const arm = (): void => {
    cancelTimer?.();
    if (isClosed) return;
    nextAtMs = clock.nowMs() + periodMs;
    cancelTimer = clock.schedule(periodMs, updateNow);
  };

  const run = async (): Promise<void> => {
    while (isWanted && !isClosed) {
      isWanted = false;
      await attempt().catch((error: unknown) =>
        deps.log.error('dynamic DNS could not be updated', { error }),
      );
    }
  };

  const updateNow = (): void => {
    if (isClosed) return;
    isWanted = true;
    arm();
    running ??= run().finally(() => {
      running = null;
    });
  };

  return {
    start: updateNow,
    updateNow,
    status: async () => {
      const configured = isConfigured(await deps.account());
      const last = await deps.lastAttempt();
      return {
        is_configured: configured,
        last_attempt_at: last?.at ?? null,
        last_result: last?.result ?? null,
        last_message: last?.message ?? null,
        address: last?.address ?? null,
        next_attempt_at: configured && nextAtMs !== null ? Math.ceil(nextAtMs / 1000) : null,
      };
    },
    settled: async () => {
      while (running !== null) await running;
    },
    close: async () => {
      isClosed = true;
      cancelTimer?.();
      await running;
    },
  };
};
