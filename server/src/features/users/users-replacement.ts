import type { NewUser } from '@tonearm/contract';
import { AppError } from '../../platform/app-error.ts';
import type { PreparedChange } from '../../state/prepared-change.ts';
import type { StateTransaction } from '../../state/state-access.ts';
import { assertUsablePassword } from './password-hasher.ts';
import {
  type Actor,
  assertActor,
  changePassword,
  dropUser,
  hashLane,
  type UsersDeps,
  usableName,
} from './users.ts';
import { findUserByName, insertUser, listUsers, setIsAdmin } from './users-store.ts';

/** Hashing takes a tenth of a second a user, so longer lists are refused. */
const mostListedUsers = 1000;

/** A listed user with everything that takes long already done. */
interface ReadyUser {
  readonly name: string;
  readonly isAdmin: boolean;
  readonly newHash: string;
  /** The stored hash that the listed password matches: then the password does not change. */
  readonly matchingHash: string | null;
}

const checkList = (list: readonly NewUser[]): void => {
  const names = new Set<string>();
  if (list.length > mostListedUsers) {
    throw new AppError('invalid_request', `No more than ${mostListedUsers} users can be set at once.`);
  }
  for (const user of list) {
    const name = usableName(user.name);
    assertUsablePassword(user.password);
    if (names.has(name)) throw new AppError('duplicate_username', 'Two of the users have the same name.');
    names.add(name);
  }
  if (!list.some((user) => user.admin)) {
    throw new AppError('last_administrator', 'There must be at least one administrator.');
  }
};

const readyUser = async (deps: UsersDeps, user: NewUser): Promise<ReadyUser> => {
  const name = usableName(user.name);
  const stored = (await findUserByName(deps.query, name))?.passwordHash ?? null;
  const isSame = stored !== null && (await deps.hasher.verify(user.password, stored, hashLane)).isMatch;
  return {
    name,
    isAdmin: user.admin,
    newHash: await deps.hasher.hash(user.password, hashLane),
    matchingHash: isSame ? stored : null,
  };
};

const writeUser = async (
  deps: UsersDeps,
  trx: StateTransaction,
  user: ReadyUser & { readonly actor: Actor },
): Promise<void> => {
  const known = await findUserByName(trx, user.name);
  if (known === null) {
    const createdAtMs = deps.clock.nowMs();
    return insertUser(trx, {
      name: user.name,
      passwordHash: user.newHash,
      isAdmin: user.isAdmin,
      createdAtMs,
    });
  }
  if (known.isAdmin !== user.isAdmin) await setIsAdmin(trx, known.id, user.isAdmin);
  if (known.passwordHash !== user.matchingHash) {
    await changePassword(deps, trx, { userId: known.id, passwordHash: user.newHash, actor: user.actor });
  }
};

/**
 * Prepares that exactly the listed users exist. Users who keep their password keep their sessions.
 * @throws AppError blank_username, blank_password, password_too_long, duplicate_username or last_administrator
 */
export const prepareUsers = async (
  deps: UsersDeps,
  list: readonly NewUser[],
  actor: Actor,
): Promise<PreparedChange> => {
  checkList(list);
  const ready: ReadyUser[] = [];
  for (const user of list) ready.push(await readyUser(deps, user));
  const listed = new Set(ready.map((user) => user.name));
  return {
    apply: async (trx) => {
      await assertActor(deps, trx, actor);
      for (const known of await listUsers(trx))
        if (!listed.has(known.name)) await dropUser(deps, trx, known.id);
      for (const user of ready) await writeUser(deps, trx, { ...user, actor });
      if (actor === null) await deps.setup.close(trx);
    },
    announce: () => {
      if (actor === null) deps.setup.closed();
    },
  };
};
