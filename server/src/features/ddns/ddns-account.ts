import { isDeepStrictEqual } from 'node:util';
import type { Ddns } from '@tonearm/contract';
import { AppError } from '../../platform/app-error.ts';
import type { AppEvents } from '../../platform/app-events.ts';
import type { Events } from '../../platform/events.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { assertNotLonger } from '../../platform/text/longest.ts';
import { applyChanges, type PreparedChange } from '../../state/prepared-change.ts';
import type { StateQuery } from '../../state/state-access.ts';
import { readDdns, writeDdns } from './ddns-store.ts';

/** The dynamic DNS account, encrypted at rest and kept in memory. */
export interface DdnsAccount {
  /** Three empty strings when unused. */
  get(): Ddns;
  /** @throws AppError invalid_ddns */
  prepareChange(account: Ddns): PreparedChange;
  /** As `prepareChange`, and writes it. */
  save(account: Ddns): Promise<void>;
  /** Reads it again: another process may have saved. */
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

/** Reads the account. Emits `ddns-changed` whenever it was saved. */
export const createDdnsAccount = async (deps: {
  query: StateQuery;
  box: SecretBox;
  events: Events<AppEvents>;
}): Promise<DdnsAccount> => {
  const read = async (): Promise<Ddns> =>
    (await readDdns(deps.query, deps.box)) ?? { host: '', username: '', password: '' };
  let current = await read();

  const prepareChange = ({ host, username, password }: Ddns): PreparedChange => {
    const account = {
      host: host.toWellFormed(),
      username: username.toWellFormed(),
      password: password.toWellFormed(),
    };
    check(account);
    return {
      apply: (transaction) => writeDdns(transaction, deps.box, account),
      announce: () => {
        current = account;
        deps.events.emit('ddns-changed', undefined);
      },
    };
  };

  return {
    get: () => current,
    prepareChange,
    reload: async () => {
      const next = await read();
      if (isDeepStrictEqual(next, current)) return;
      current = next;
      deps.events.emit('ddns-changed', undefined);
    },
    save: async (account) => applyChanges(deps.query, [prepareChange(account)]),
  };
};
