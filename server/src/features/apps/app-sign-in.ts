import { timingSafeEqual } from 'node:crypto';
import type { AppScheme } from '@tonearm/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Random } from '../../platform/random.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import type { StateAccess } from '../../state/state-access.ts';
import { type AppRow, listSignIns, type OwnerRow } from './apps-store.ts';
import { createSecret, hashOfSecret, hashOfTyped, isTokenOf } from './secret.ts';

/** Whoever makes a call of an app. Rights are those of this moment. */
interface AppCaller {
  readonly appId: number;
  readonly userId: number;
  readonly username: string;
  readonly isAdmin: boolean;
  /** Whether this app may do what administrators do. */
  readonly mayAdminister: boolean;
  /** kbit/s; null for no limit. */
  readonly maxBitRate: number | null;
}

/** How an app says who it is. */
type AppCredentials =
  | { readonly scheme: Extract<AppScheme, 'key'>; readonly key: string }
  | {
      readonly scheme: Extract<AppScheme, 'plain' | 'hex'>;
      readonly username: string;
      readonly password: string;
    }
  | {
      readonly scheme: Extract<AppScheme, 'token'>;
      readonly username: string;
      readonly token: string;
      readonly salt: string;
    };

/** Why somebody is not let in: `lost-key` when the server cannot check salted tokens of that user any more. */
type SignInFailure = 'wrong' | 'lost-key';

/** @returns who it is, or why nobody */
export type IdentifyApp = (credentials: AppCredentials) => Promise<AppCaller | SignInFailure>;

/** Compared with where there is nothing to compare with, so that a wrong name takes as long as a wrong password. */
const nobodysSecret = '00000000000000000000';

interface Known {
  readonly owners: ReadonlyMap<string, OwnerRow>;
  /** By names whose letters are all small; null where several differ in nothing else. */
  readonly ownersFolded: ReadonlyMap<string, OwnerRow | null>;
  readonly ownersById: ReadonlyMap<number, OwnerRow>;
  readonly apps: ReadonlyMap<number, readonly AppRow[]>;
  readonly appsByHash: ReadonlyMap<string, AppRow>;
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

const loadKnown = async (state: Pick<StateAccess, 'query'>): Promise<Known> => {
  const { owners, apps } = await listSignIns(state.query);
  const ownersFolded = new Map<string, OwnerRow | null>();
  for (const owner of owners) {
    const folded = owner.name.toLowerCase();
    ownersFolded.set(folded, ownersFolded.has(folded) ? null : owner);
  }
  return {
    owners: new Map(owners.map((owner) => [owner.name, owner])),
    ownersFolded,
    ownersById: new Map(owners.map((owner) => [owner.id, owner])),
    apps: Map.groupBy(apps, ({ userId }) => userId),
    appsByHash: new Map(apps.map((app) => [hexOf(app.secretHash), app])),
  };
};

interface AppSignInDeps {
  readonly state: Pick<StateAccess, 'query' | 'onChange' | 'believedMs'>;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly box: Pick<SecretBox, 'open' | 'seal'>;
  readonly random: Random;
}

/** What signing in needs to know, read once and again after any of it was written. */
const createKnown = ({ state, clock }: Pick<AppSignInDeps, 'state' | 'clock'>) => {
  let known: Promise<Known> | null = null;
  let untilMs = 0;
  const forget = (): void => {
    known = null;
  };
  state.onChange(['app_passwords', 'users'], forget);
  const read = (): Promise<Known> => {
    if (known !== null && (state.believedMs === Number.POSITIVE_INFINITY || clock.monotonicMs() < untilMs)) {
      return known;
    }
    untilMs = clock.monotonicMs() + state.believedMs;
    const loading = loadKnown(state);
    known = loading;
    loading.catch(() => {
      if (known === loading) known = null;
    });
    return loading;
  };
  return { read, forget };
};

const callerOf = (app: AppRow, owner: OwnerRow): AppCaller => ({
  appId: app.id,
  userId: owner.id,
  username: owner.name,
  isAdmin: owner.isAdmin === 1,
  mayAdminister: owner.isAdmin === 1 && app.mayAdminister === 1,
  maxBitRate: app.maxBitRate,
});

/** A secret that lets somebody in until it is taken back; nothing of it is stored. */
interface LentSecret {
  readonly secret: string;
  takeBack(): void;
}

/** Lends a secret to a user. */
export type LendSecret = (userId: number) => LentSecret;

/** What is lent has numbers below those of the database. */
export const isLent = (appId: number): boolean => appId < 0;

const createLending = ({ box, random }: { box: Pick<SecretBox, 'seal'>; random: Random }) => {
  const lent = new Map<string, AppRow>();
  let lastId = 0;
  const lend: LendSecret = (userId) => {
    const secret = createSecret(random);
    const secretHash = hashOfSecret(secret);
    const hash = hexOf(secretHash);
    lastId -= 1;
    const row = { id: lastId, userId, secretHash, mayAdminister: 0, maxBitRate: null } as const;
    lent.set(hash, { ...row, secretSealed: box.seal(secret) });
    return { secret, takeBack: () => void lent.delete(hash) };
  };
  return {
    lend,
    lentTo: (userId: number) => [...lent.values()].filter((row) => row.userId === userId),
    lentByHash: (hash: string) => lent.get(hash),
  };
};

/** Lets apps in. */
interface AppSignIn {
  readonly identify: IdentifyApp;
  /** A user by name, whatever its capitals where that is clear. */
  findUser(name: string): Promise<OwnerRow | null>;
  /** To be told when an app password was added. */
  forget(): void;
  readonly lend: LendSecret;
}

/** Nothing of it waits for the disk but after a change, so that wrong guesses cost others nothing. */
export const createAppSignIn = (deps: AppSignInDeps): AppSignIn => {
  const { read, forget } = createKnown(deps);
  /** What was sealed, by what it was sealed in: opening takes longer than all else of letting somebody in. */
  const opened = new WeakMap<AppRow, string | null>();
  const secretOf = (app: AppRow): string | null => {
    const before = opened.get(app);
    if (before !== undefined) return before;
    const secret = app.secretSealed === null ? null : deps.box.open(app.secretSealed);
    opened.set(app, secret);
    return secret;
  };
  const { lend, lentTo, lentByHash } = createLending(deps);

  const ownerNamed = (known: Known, name: string): OwnerRow | null =>
    known.owners.get(name) ?? known.ownersFolded.get(name.toLowerCase()) ?? null;

  const byKey = (known: Known, key: string): AppCaller | SignInFailure => {
    const hash = hexOf(hashOfTyped(key));
    const app = known.appsByHash.get(hash) ?? lentByHash(hash);
    const owner = app === undefined ? undefined : known.ownersById.get(app.userId);
    return app === undefined || owner === undefined ? 'wrong' : callerOf(app, owner);
  };

  const byPassword = (apps: readonly AppRow[], password: string): AppRow | null => {
    const typed = hashOfTyped(password);
    return apps.find(({ secretHash }) => timingSafeEqual(secretHash, typed)) ?? null;
  };

  const byToken = (
    apps: readonly AppRow[],
    sent: { token: string; salt: string },
  ): AppRow | SignInFailure => {
    if (apps.length === 0) isTokenOf(nobodysSecret, sent);
    let isLost = false;
    for (const app of apps) {
      const secret = secretOf(app);
      if (secret === null) isLost = true;
      else if (isTokenOf(secret, sent)) return app;
    }
    return isLost ? 'lost-key' : 'wrong';
  };

  return {
    identify: async (credentials) => {
      const known = await read();
      if (credentials.scheme === 'key') return byKey(known, credentials.key);
      const owner = ownerNamed(known, credentials.username);
      const apps = owner === null ? [] : [...(known.apps.get(owner.id) ?? []), ...lentTo(owner.id)];
      const found =
        credentials.scheme === 'token'
          ? byToken(apps, credentials)
          : (byPassword(apps, credentials.password) ?? 'wrong');
      if (typeof found === 'string' || owner === null) return typeof found === 'string' ? found : 'wrong';
      return callerOf(found, owner);
    },
    forget,
    lend,
    findUser: async (name) => ownerNamed(await loadKnown(deps.state), name),
  };
};
