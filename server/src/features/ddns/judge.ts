import type { OutboundResult } from '../../platform/outbound.ts';

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

/** What an answer of the provider means. */
export type Judged = Omit<Attempt, 'at'>;

type Meaning = Omit<Judged, 'address'>;

const refused = (message: string): Meaning => ({ result: 'refused', message });
const trouble = (message: string): Meaning => ({ result: 'unreachable', message });
const updated: Meaning = { result: 'updated', message: 'The address is up to date.' };

const noSuchAccount = refused('The provider does not know this username and password.');
const noSuchHost = refused('The provider does not know this hostname.');

/** The words of the protocol, which answers begin with, whatever the status is. */
const words: Readonly<Record<string, Meaning>> = {
  good: updated,
  nochg: updated,
  ok: updated,
  badauth: noSuchAccount,
  nohost: noSuchHost,
  '!yours': refused('The hostname belongs to another account of the provider.'),
  notfqdn: refused('The provider says that the hostname is not complete.'),
  numhost: refused('The provider says that these are too many hostnames.'),
  abuse: refused('The provider has blocked this hostname.'),
  badagent: refused('The provider does not accept updates from this program.'),
  '!donator': refused('The provider asks for a paid account.'),
  badsys: refused('The provider does not offer this kind of update.'),
  dnserr: trouble('The provider has trouble with its name servers.'),
  '911': trouble('The provider has trouble, and asks to try again later.'),
};

const meaningOfStatus = (status: number): Meaning => {
  if (status === 401) return noSuchAccount;
  if (status === 404) return noSuchHost;
  if (status >= 500 || status === 429) return trouble(`The provider has trouble (status ${status}).`);
  if (status !== 200) return refused(`The provider refused (status ${status}).`);
  return trouble(
    'The answer was not one of the provider. Something in between, such as the sign-in page of a network, may have answered instead.',
  );
};

const addressPattern = /\b(?:\d{1,3}\.){3}\d{1,3}\b|\b(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}\b/i;

/** Reads the provider's answer. Only its own words mean that the address is up to date. */
export const judge = (result: OutboundResult): Judged => {
  if (result.kind === 'unreachable') return { ...trouble(result.reason), address: null };
  const word = /^!?\w+/.exec(result.text.trim())?.[0].toLowerCase() ?? '';
  const meaning = Object.hasOwn(words, word) ? words[word] : undefined;
  if (meaning === undefined) return { ...meaningOfStatus(result.status), address: null };
  if (meaning !== updated) return { ...meaning, address: null };
  // A proxy in between may answer with a status of its own and a body that it kept.
  if (result.status !== 200) return { ...meaningOfStatus(result.status), address: null };
  return { ...updated, address: addressPattern.exec(result.text)?.[0] ?? null };
};
