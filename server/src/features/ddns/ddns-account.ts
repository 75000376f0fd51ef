import { isDeepStrictEqual } from 'node:util';
import type { Ddns } from '@tonearm/contract';
import { AppError } from '../../platform/app-error.ts';
import type { AppEvents } from '../../platform/app-events.ts';
import type { Events } from '../../platform/events.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { assertNotLonger } from '../../platform/text/longest.ts';
import { applyChanges, type PreparedChange } from '../../state/changes/prepared-change.ts';
import { type Reading, readTogether } from '../../state/changes/read-together.ts';
import type { StateQuery } from '../../state/state-access.ts';
import { readingDdns, type StoredDdns, sealedDdns } from './ddns-store.ts';

/** The dynamic DNS account, or an address that does the same; encrypted at rest and kept in memory. */
export interface DdnsAccount {
  /** Three empty strings when unused. */
  get(): Ddns;
  /** Called in place of the provider where it is not empty. */
  updateUrl(): string;
  /** An account with a host takes the place of an update address. @throws AppError invalid_ddns */
  prepareChange(account: Ddns): PreparedChange;
  /** An account that was saved stays beside, unused. @throws AppError invalid_ddns when it is no address of the web */
  prepareUrlChange(url: string): PreparedChange;
  /** As `prepareChange`, and writes it. */
  save(account: Ddns): Promise<void>;
  /** Reads it again: another process may have saved. */
  readonly reading: Reading;
  /** The same by itself. */
  reload(): Promise<void>;
}

/** Longest of each part. */
const longestPartBytes = 1024;

const check = ({ host, username, password }: Ddns): void => {
  for (const [part, text] of Object.entries({ host, username, password })) {
    const what = `The dynamic DNS ${part}`;
    assertNotLonger({ text, what, mostBytes: longestPartBytes, code: 'invalid_ddns' });
  }
  if (/\p{Cc}/u.test(host + username + password)) {
    throw new AppError('invalid_ddns', 'The dynamic DNS settings cannot hold control characters.');
  }
  if (username.includes(':')) {
    throw new AppError('invalid_ddns', 'The dynamic DNS username cannot hold a colon.');
  }
};

/** @throws AppError invalid_ddns */
const checkedUrl = (text: string): string => {
  const url = text.trim().toWellFormed();
  if (url === '') return '';
  const what = 'The dynamic DNS update address';
  assertNotLonger({ text: url, what, mostBytes: longestPartBytes, code: 'invalid_ddns' });
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw new AppError('invalid_ddns', `${what} has to begin with http:// or https://.`);
  }
  return url;
};

/** Reads the account. Emits `ddns-changed` whenever it was saved. */
export const createDdnsAccount = async (deps: {
  query: StateQuery;
  box: SecretBox;
  events: Events<AppEvents>;
}): Promise<DdnsAccount> => {
  let current: Ddns = { host: '', username: '', password: '' };
  let currentUrl = '';
  const become = ({ account, updateUrl }: StoredDdns): boolean => {
    const [next, nextUrl] = [account ?? { host: '', username: '', password: '' }, updateUrl ?? ''];
    if (isDeepStrictEqual(next, current) && nextUrl === currentUrl) return false;
    current = next;
    currentUrl = nextUrl;
    return true;
  };
  await readTogether(deps.query, [readingDdns(deps.box, become)]);
  const reading = readingDdns(deps.box, (stored) => {
    if (become(stored)) deps.events.emit('ddns-changed', undefined);
  });

  const prepareChange = ({ host, username, password }: Ddns): PreparedChange => {
    const account = {
      host: host.toWellFormed(),
      username: username.toWellFormed(),
      password: password.toWellFormed(),
    };
    check(account);
    const takesPlace = account.host !== '';
    return {
      write: () => ({
        settings: sealedDdns(deps.box, { account, ...(takesPlace ? { updateUrl: '' } : {}) }),
      }),
      announce: () => {
        current = account;
        if (takesPlace) currentUrl = '';
        deps.events.emit('ddns-changed', undefined);
      },
    };
  };

  const prepareUrlChange = (text: string): PreparedChange => {
    const url = checkedUrl(text);
    const isSame = url === '' && currentUrl === '';
    return {
      write: () => (isSame ? {} : { settings: sealedDdns(deps.box, { updateUrl: url }) }),
      announce: () => {
        if (isSame) return;
        currentUrl = url;
        deps.events.emit('ddns-changed', undefined);
      },
    };
  };

  return {
    get: () => current,
    updateUrl: () => currentUrl,
    prepareChange,
    prepareUrlChange,
    reading,
    reload: () => readTogether(deps.query, [reading]),
    save: async (account) => applyChanges(deps.query, [prepareChange(account)]),
  };
};
