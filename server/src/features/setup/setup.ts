import { timingSafeEqual } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { SetupPeer } from '../../http/authenticate.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Log } from '../../platform/log.ts';
import type { Random } from '../../platform/random.ts';
import { wayBack } from '../../state/restore-state.ts';
import type { StateQuery, StateTransaction } from '../../state/state-access.ts';
import type { Write } from '../../state/written-together.ts';
import { isLocalAddress } from './local-network.ts';
import { createNameCheck } from './own-names.ts';
import { keepCode, readIsClosed, writingIsClosed } from './setup-store.ts';

/** Whether the server was set up, and who may do it. Once closed, setup never opens again. */
export interface Setup {
  /** Whether no administrator was ever made. */
  isOpen(): boolean;
  /** Whether a peer may use the open setup: on the local network and under a name of ours, or with the code. */
  admits(peer: SetupPeer): boolean;
  /** The one-time code that lets strangers set up, for printing at start; null once closed. */
  code(): string | null;
  /** Throws unauthorized when setup is closed, as the transaction sees it. */
  assertOpen(transaction: StateTransaction): Promise<void>;
  /** Closes setup for ever, as part of the transaction that makes the first administrator. */
  closing(transaction: StateTransaction): Write;
  /** Called after that transaction was committed. */
  closed(): void;
  /** Reads again whether it is closed: another process may have been used for it. */
  reload(): Promise<void>;
}

/** Why the server must not start. The message says how to recover. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}

/** Lies in the data folder once setup was closed, so that a lost database is noticed. */
const markerName = 'setup-closed';
const markerText =
  'Tonearm was set up in this folder. While this file exists, a lost or emptied state.db is an error and not a new beginning.\n';

/** Letters and digits that are not mistaken for one another; 12 of them are 60 bits. */
const codeAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const codeLength = 12;

const newCode = (random: Random): string => {
  const characters = [...random.bytes(codeLength)].map((byte) =>
    codeAlphabet.charAt(byte % codeAlphabet.length),
  );
  return characters.join('').replace(/(.{4})(?=.)/g, '$1-');
};

const plainCode = (text: string): Buffer => Buffer.from(text.toUpperCase().replace(/[^0-9A-Z]/g, ''));

const isSameCode = (given: string, code: string): boolean => {
  const [left, right] = [plainCode(given), plainCode(code)];
  return left.length === right.length && timingSafeEqual(left, right);
};

const assertIntact = (state: {
  isClosed: boolean;
  hasMarker: boolean;
  hasAdministrator: boolean;
  folder: string;
}) => {
  if (state.hasMarker && !state.isClosed) {
    throw new SetupError(
      `Tonearm was set up in ${state.folder} before, but its database state.db is missing or empty. ` +
        `${wayBack(state.folder)} — and start again. To begin anew without users and playlists, ` +
        `remove the file ${markerName} there.`,
    );
  }
  if (state.isClosed && !state.hasAdministrator) {
    throw new SetupError(
      `The database state.db in ${state.folder} has no administrator left, so it was damaged or changed from outside. ` +
        `${wayBack(state.folder)} — and start again. To begin anew ` +
        `without users and playlists, move state.db away and remove the file ${markerName} there.`,
    );
  }
};

const writeMarker = (file: string): void => {
  const descriptor = openSync(file, 'w', 0o600);
  try {
    writeSync(descriptor, markerText);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
};

/**
 * Reads whether the server was set up and checks that this is believable.
 * @param deps.hasAdministrator whether the users table holds an administrator
 * @throws SetupError when the database was lost or emptied after setup
 */
export const createSetup = async (deps: {
  query: StateQuery;
  dataFolder: string;
  hasAdministrator: () => Promise<boolean>;
  /** The machine's own names and what it listens on. */
  ownNames: readonly string[];
  /** Whether several processes are set up at once: then the code is in the database, and there is no marker. */
  isShared?: boolean;
  random: Random;
  log: Log;
}): Promise<Setup> => {
  const { isShared = false } = deps;
  const marker = join(deps.dataFolder, markerName);
  let isClosed = await readIsClosed(deps.query);
  const fresh = isClosed ? null : newCode(deps.random);
  const code = fresh !== null && isShared ? await keepCode(deps.query, fresh) : fresh;
  const isOwnName = createNameCheck(deps.ownNames);
  assertIntact({
    isClosed,
    hasMarker: !isShared && existsSync(marker),
    hasAdministrator: await deps.hasAdministrator(),
    folder: deps.dataFolder,
  });

  const mark = (): void => {
    if (isShared || existsSync(marker)) return;
    try {
      writeMarker(marker);
    } catch (error) {
      // The flag in the database holds; the marker is tried again at the next start.
      deps.log.warn('the file that marks a finished setup could not be written', { error });
    }
  };
  if (isClosed) mark();

  return {
    isOpen: () => !isClosed,
    admits: ({ address, isForwardedByStranger, host, setupCode }) =>
      (setupCode !== undefined && code !== null && isSameCode(setupCode, code)) ||
      (!isForwardedByStranger && isLocalAddress(address) && isOwnName(host)),
    code: () => (isClosed ? null : code),
    assertOpen: async (transaction) => {
      if (await readIsClosed(transaction)) throw new AppError('unauthorized', 'Please sign in.');
    },
    closing: writingIsClosed,
    closed: () => {
      isClosed = true;
      mark();
    },
    reload: async () => {
      // Once closed it stays so.
      isClosed ||= await readIsClosed(deps.query);
    },
  };
};
