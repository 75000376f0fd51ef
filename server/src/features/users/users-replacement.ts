import type { NewUser } from '@tonearm/contract';
import { AppError } from '../../platform/app-error.ts';
import type { PreparedChange } from '../../state/changes/prepared-change.ts';
import type { Reading } from '../../state/changes/read-together.ts';
import type { StateTransaction } from '../../state/state-access.ts';
import type { Write } from '../../state/written-together.ts';
import { assertUsablePassword } from './password-hasher.ts';
import {
  type Actor,
  assertActor,
  changingAccount,
  droppingAccount,
  hashLane,
  type UsersDeps,
  usableName,
} from './users.ts';
import { insertingUser, readingUsers, type UserRow } from './users-store.ts';

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

const readyUser = async (
  deps: UsersDeps,
  user: NewUser,
  known: ReadonlyMap<string, UserRow>,
): Promise<ReadyUser> => {
  const name = usableName(user.name);
  const stored = known.get(name)?.passwordHash ?? null;
  const isSame = stored !== null && (await deps.hasher.verify(user.password, stored, hashLane)).isMatch;
  return {
    name,
    isAdmin: user.admin,
    newHash: await deps.hasher.hash(user.password, hashLane),
    matchingHash: isSame ? stored : null,
  };
};

const writesOf = (
  deps: UsersDeps,
  trx: StateTransaction,
  { name, isAdmin, newHash, matchingHash, known, actor }: ReadyUser & { known: UserRow | null; actor: Actor },
): readonly Write[] => {
  if (known === null) {
    const createdAtMs = deps.clock.nowMs();
    return [insertingUser(trx, { name, passwordHash: newHash, isAdmin, createdAtMs })];
  }
  const change = {
    isAdmin: known.isAdmin === isAdmin ? undefined : isAdmin,
    passwordHash: known.passwordHash === matchingHash ? undefined : newHash,
  };
  if (change.isAdmin === undefined && change.passwordHash === undefined) return [];
  return changingAccount(deps, trx, { userId: known.id, actor, ...change });
};

const byName = (users: readonly UserRow[]): ReadonlyMap<string, UserRow> =>
  new Map(users.map((user) => [user.name, user]));

/** Replaces all users, as one of several changes. */
interface UsersReplacement {
  /** Read before it is prepared: who there is. */
  readonly reading: Reading;
  /**
   * Prepares that exactly the listed users exist. Users who keep their password keep their sessions.
   * @throws AppError blank_username, blank_password, password_too_long, duplicate_username or last_administrator
   */
  prepareChange(list: readonly NewUser[], actor: Actor): Promise<PreparedChange>;
}

/** @see UsersReplacement */
export const createUsersReplacement = (deps: UsersDeps): UsersReplacement => {
  let stored: readonly UserRow[] = [];

  const prepareChange = async (list: readonly NewUser[], actor: Actor): Promise<PreparedChange> => {
    checkList(list);
    const ready: ReadyUser[] = [];
    const before = byName(stored);
    for (const user of list) ready.push(await readyUser(deps, user, before));
    const listed = new Set(ready.map((user) => user.name));
    let all: readonly UserRow[] = [];
    const needed = readingUsers((users) => {
      all = users;
    });
    return {
      needs: [needed],
      check: (trx) => assertActor(deps, trx, actor, all.find(({ id }) => id === actor?.userId) ?? null),
      write: (trx) => {
        const known = byName(all);
        const dropped = all.filter(({ name }) => !listed.has(name));
        return {
          writes: [
            ...dropped.flatMap(({ id }) => droppingAccount(deps, trx, id)),
            ...ready.flatMap((user) =>
              writesOf(deps, trx, { ...user, known: known.get(user.name) ?? null, actor }),
            ),
            ...(actor === null ? [deps.setup.closing(trx)] : []),
          ],
        };
      },
      announce: () => {
        if (actor === null) deps.setup.closed();
      },
    };
  };

  const reading = readingUsers((users) => {
    stored = users;
  });
  return { reading, prepareChange };
};
