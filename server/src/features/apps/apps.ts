import { type ListedApp, longestAppName, type NewApp } from '@tonearm/contract';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Random } from '../../platform/random.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import type { StateAccess } from '../../state/state-access.ts';
import type { AppUses } from './app-uses.ts';
import { countAppsOf, deleteApp, insertApp, listAppsOf, type OwnAppRow } from './apps-store.ts';
import { createSecret, hashOfSecret } from './secret.ts';

/** App passwords that one user may have: each is compared with at a sign-in. */
const mostApps = 50;

const msPerSecond = 1000;

/** Who asks for an app password. */
interface Owner {
  readonly userId: number;
  readonly username: string;
  readonly isAdmin: boolean;
}

/** What an app password is to be. */
interface WantedApp {
  readonly name: string;
  readonly mayAdminister: boolean;
  /** kbit/s. */
  readonly maxBitRate: number | null;
}

/** Passwords of apps: generated, told once, each taken away by itself. */
export interface Apps {
  /** Newest first. */
  list(userId: number): Promise<ListedApp[]>;
  /** @throws AppError invalid_request or forbidden */
  add(owner: Owner, wanted: WantedApp): Promise<NewApp>;
  /** @throws AppError not_found */
  remove(userId: number, id: number): Promise<void>;
}

const assertName = (name: string): void => {
  const { length } = [...name];
  if (length === 0 || length > longestAppName)
    throw new AppError(
      'invalid_request',
      `Please give the app a name of up to ${longestAppName} characters.`,
    );
};

/** Over `state.db`. */
export const createApps = (deps: {
  state: Pick<StateAccess, 'query'>;
  box: Pick<SecretBox, 'open' | 'seal'>;
  uses: Pick<AppUses, 'pending'>;
  random: Random;
  clock: Pick<Clock, 'nowMs'>;
  /** Hears that there is another one. */
  onAdded: () => void;
}): Apps => {
  const { query } = deps.state;

  const toWire = (row: OwnAppRow): ListedApp => {
    const use = deps.uses.pending(row.id);
    const usedAtMs = use?.atMs ?? row.lastUsedAtMs;
    return {
      id: row.id,
      name: row.name,
      created_at: Math.floor(row.createdAtMs / msPerSecond),
      last_used_at: usedAtMs === null ? null : Math.floor(usedAtMs / msPerSecond),
      last_client: use?.client ?? row.lastClient,
      may_administer: row.mayAdminister === 1,
      max_bit_rate: row.maxBitRate,
      needs_renewal: row.secretSealed === null || deps.box.open(row.secretSealed) === null,
    };
  };

  return {
    list: async (userId) => (await listAppsOf(query, userId)).map(toWire),
    add: async (owner, wanted) => {
      const name = wanted.name.toWellFormed().trim();
      assertName(name);
      if (wanted.mayAdminister && !owner.isAdmin)
        throw new AppError('forbidden', 'Only an administrator may let an app administer.');
      const secret = createSecret(deps.random);
      const stored = {
        userId: owner.userId,
        name,
        secretHash: hashOfSecret(secret),
        secretSealed: deps.box.seal(secret),
        mayAdminister: wanted.mayAdminister,
        maxBitRate: wanted.maxBitRate,
        createdAtMs: deps.clock.nowMs(),
      };
      const id = await query.transaction().execute(async (transaction) => {
        if ((await countAppsOf(transaction, owner.userId)) >= mostApps)
          throw new AppError('invalid_request', `You have ${mostApps} apps. Remove one first.`);
        return insertApp(transaction, stored);
      });
      deps.onAdded();
      const { mayAdminister, maxBitRate, createdAtMs, secretSealed } = stored;
      const row = { id, name, secretSealed, maxBitRate, createdAtMs, lastUsedAtMs: null, lastClient: null };
      return {
        ...toWire({ ...row, mayAdminister: mayAdminister ? 1 : 0 }),
        secret,
        username: owner.username,
      };
    },
    remove: async (userId, id) => {
      if (!(await deleteApp(query, { userId, id }))) throw new AppError('not_found', 'There is no such app.');
    },
  };
};
