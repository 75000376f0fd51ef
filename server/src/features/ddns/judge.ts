import type { DdnsReason, DdnsStatus } from '@tonearm/contract';
import type { OutboundResult } from '../../platform/outbound.ts';

/** What came of an attempt, kept until the next one. */
export interface Attempt {
  /** Seconds since the epoch. */
  readonly at: number;
  readonly result: NonNullable<DdnsStatus['last_result']>;
  readonly reason: DdnsReason;
  /** With `provider_trouble` and `status_refused`: the status of the answer. */
  readonly status: number | null;
  /** The address that the provider says it keeps now. */
  readonly address: string | null;
}

/** What an answer of the provider means. */
export type Judged = Omit<Attempt, 'at'>;

/** What an attempt ended in, without an address. */
export const judged = (
  result: Attempt['result'],
  reason: DdnsReason,
  status: number | null = null,
): Judged => ({ result, reason, status, address: null });

const updated = judged('updated', 'up_to_date');
const noSuchAccount = judged('refused', 'unknown_account');
const noSuchHost = judged('refused', 'unknown_host');

/** The words of the protocol, which answers begin with, whatever the status is. */
const words: Readonly<Record<string, Judged>> = {
  good: updated,
  nochg: updated,
  ok: updated,
  badauth: noSuchAccount,
  nohost: noSuchHost,
  '!yours': judged('refused', 'host_not_yours'),
  notfqdn: judged('refused', 'host_incomplete'),
  numhost: judged('refused', 'too_many_hosts'),
  abuse: judged('refused', 'host_blocked'),
  badagent: judged('refused', 'program_not_accepted'),
  '!donator': judged('refused', 'paid_account_needed'),
  badsys: judged('refused', 'update_not_offered'),
  dnserr: judged('unreachable', 'name_server_trouble'),
  '911': judged('unreachable', 'try_later'),
};

const meaningOfStatus = (status: number): Judged => {
  if (status === 401) return noSuchAccount;
  if (status === 404) return noSuchHost;
  if (status >= 500 || status === 429) return judged('unreachable', 'provider_trouble', status);
  if (status !== 200) return judged('refused', 'status_refused', status);
  return judged('unreachable', 'strange_answer');
};

const addressPattern = /\b(?:\d{1,3}\.){3}\d{1,3}\b|\b(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}\b/i;

/**
 * Whether what follows a good word in its line may: an address, or nothing. The page of a network may begin with such a
 * word too (*Good morning, please sign in*).
 */
const isPlain = (line: string): boolean => {
  const rest = line.replace(/^!?\w+/, '');
  return rest.trim() === '' || (/^\s/.test(rest) && addressPattern.test(rest));
};

/** Reads the provider's answer. Only its own words mean that the address is up to date. */
export const judge = (result: OutboundResult): Judged => {
  if (result.kind === 'unreachable') return judged('unreachable', result.reason);
  const word = /^!?\w+/.exec(result.text.trim())?.[0].toLowerCase() ?? '';
  const meaning = Object.hasOwn(words, word) ? words[word] : undefined;
  if (meaning === undefined) return meaningOfStatus(result.status);
  if (meaning !== updated) return meaning;
  if (!isPlain(result.text.trim().split('\n', 1)[0] ?? '')) return meaningOfStatus(result.status);
  // A proxy in between may answer with a status of its own and a body that it kept.
  if (result.status !== 200) return meaningOfStatus(result.status);
  return { ...updated, address: addressPattern.exec(result.text)?.[0] ?? null };
};

/** Reads what an update address answered: where it has no words of the protocol, a status that says yes is one. */
export const judgeAddress = (result: OutboundResult): Judged => {
  const verdict = judge(result);
  const isOther = verdict.reason === 'strange_answer' || verdict.reason === 'status_refused';
  const isYes = result.kind === 'answer' && result.status >= 200 && result.status < 300;
  return isOther && isYes ? { ...updated, address: addressPattern.exec(result.text)?.[0] ?? null } : verdict;
};
