import type { ListedUser, NewUser } from '@tonearm/contract';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { StateQuery, StateTransaction } from '../../state/state-access.ts';
import { type Write, writeTogether } from '../../state/written-together.ts';
import type { Setup } from '../setup/index.ts';
import { assertUsablePassword, type PasswordHasher } from './password-hasher.ts';
import {
  changingUser,
  deletingUser,
  findInvolved,
  type Involved,
  insertingUser,
  listUsers,
  type UserChange,
  type UserRow,
} from './users-store.ts';

type Trx = StateTransaction;

/** What the rules of accounts stand on. */
export interface UsersDeps {
  readonly query: StateQuery;
  readonly setup: Setup;
  readonly hasher: PasswordHasher;
  readonly clock: Clock;
  /** Ends every session of a user but the one to be kept, if any, as part of a transaction. */
  readonly endingSessions: (
    transaction: Trx,
    which: { readonly userId: number; readonly keptSessionId: number | null },
    end: { readonly reason: 'password' | 'administrator'; readonly nowMs: number },
  ) => readonly Write[];
}

/** Who changes accounts: an administrator and the session it is done from, or null for the open setup. */
export type Actor = { readonly userId: number; readonly sessionId: number } | null;

/** Accounts and their rules. There is always at least one administrator once there is a user. */
export interface Users {
  /** In order of creation. */
  list(): Promise<ListedUser[]>;
  /** @throws AppError blank_username, blank_password, password_too_long, username_taken */
  create(user: NewUser, actor: Actor): Promise<void>;
  /**
   * Changes what is not null, all or nothing. An unknown name is fine.
   * @returns whether there is such a user
   * @throws AppError blank_password, password_too_long, own_account, last_administrator
   */
  update(
    name: string,
    change: { newPassword: string | null; newIsAdmin: boolean | null },
    actor: Actor,
  ): Promise<boolean>;
  /** An unknown name is fine. @throws AppError own_account, last_administrator */
  remove(name: string, actor: Actor): Promise<void>;
}

/** The lane of hashes that administrators ask for; sign-ins have lanes of their own. */
export const hashLane = 'accounts';

/** A name must still fit into an address, percent-encoded. */
const longestNameCharacters = 10_000;

/**
 * The name of a new user as it is kept.
 * @throws AppError blank_username or invalid_request
 */
export const usableName = (name: string): string => {
  if (name.trim() === '') throw new AppError('blank_username', 'The username cannot be blank.');
  if (name === '.' || name === '..') {
    throw new AppError(
      'invalid_request',
      'The username cannot be one dot or two: browsers take them out of addresses. Please choose another.',
    );
  }
  if (name.length > longestNameCharacters) throw new AppError('invalid_request', 'The username is too long.');
  return name.toWellFormed();
};

/**
 * Checks, inside the transaction that writes, that whoever asked is still allowed to: rights may have
 * gone while a password was hashed.
 * @param user the actor as they are now
 * @throws AppError unauthorized or forbidden
 */
export const assertActor = async (
  deps: UsersDeps,
  trx: Trx,
  actor: Actor,
  user: UserRow | null,
): Promise<void> => {
  if (actor === null) return deps.setup.assertOpen(trx);
  if (user === null) throw new AppError('unauthorized', 'Please sign in again.');
  if (!user.isAdmin) throw new AppError('forbidden', 'Only an administrator may do this.');
};

/** Whose account is changed, by somebody who may. @throws AppError unauthorized or forbidden */
const findForChange = async (deps: UsersDeps, trx: Trx, name: string, actor: Actor): Promise<Involved> => {
  const involved = await findInvolved(trx, { actorId: actor?.userId ?? null, name });
  await assertActor(deps, trx, actor, involved.actor);
  return involved;
};

const assertNotLast = ({ administratorCount }: Involved, user: UserRow): void => {
  if (user.isAdmin && administratorCount === 1) {
    throw new AppError('last_administrator', 'There must be at least one administrator.');
  }
};

/** Writes what is another. With a password, whoever knew the old one is signed out, but not who changes their own, where they do. */
export const changingAccount = (
  deps: UsersDeps,
  trx: Trx,
  { userId, actor, ...change }: UserChange & { readonly userId: number; readonly actor: Actor },
): readonly Write[] => {
  const changing = changingUser(trx, userId, change);
  if (change.passwordHash === undefined) return [changing];
  const isOwn = actor?.userId === userId;
  const which = { userId, keptSessionId: isOwn ? actor.sessionId : null };
  const reason = isOwn ? 'password' : 'administrator';
  return [changing, ...deps.endingSessions(trx, which, { reason, nowMs: deps.clock.nowMs() })];
};

/** Takes a user away, with all that is theirs. */
export const droppingAccount = (deps: UsersDeps, trx: Trx, userId: number): readonly Write[] => {
  const end = { reason: 'administrator', nowMs: deps.clock.nowMs() } as const;
  return [...deps.endingSessions(trx, { userId, keptSessionId: null }, end), deletingUser(trx, userId)];
};

const createUser = async (deps: UsersDeps, user: NewUser, actor: Actor): Promise<void> => {
  const name = usableName(user.name);
  assertUsablePassword(user.password);
  const passwordHash = await deps.hasher.hash(user.password, hashLane);
  await deps.query.transaction().execute(async (trx) => {
    const { user: known } = await findForChange(deps, trx, name, actor);
    if (known !== null) throw new AppError('username_taken', 'There is a user of this name already.');
    const isFirst = actor === null;
    const isAdmin = user.admin || isFirst;
    await writeTogether(trx, [
      insertingUser(trx, { name, passwordHash, isAdmin, createdAtMs: deps.clock.nowMs() }),
      ...(isFirst ? [deps.setup.closing(trx)] : []),
    ]);
  });
  if (actor === null) deps.setup.closed();
};

const updateUser = async (
  deps: UsersDeps,
  name: string,
  options: { newPassword: string | null; newIsAdmin: boolean | null; actor: Actor },
): Promise<boolean> => {
  const { newPassword, newIsAdmin, actor } = options;
  if (newPassword !== null) assertUsablePassword(newPassword);
  const passwordHash = newPassword === null ? null : await deps.hasher.hash(newPassword, hashLane);
  return await deps.query.transaction().execute(async (trx) => {
    const involved = await findForChange(deps, trx, name, actor);
    const { user } = involved;
    if (user === null) return false;
    if (newIsAdmin === false) {
      if (user.id === actor?.userId) {
        throw new AppError('own_account', 'You cannot take your own administrator rights away.');
      }
      assertNotLast(involved, user);
    }
    if (newIsAdmin === null && passwordHash === null) return true;
    const change = { isAdmin: newIsAdmin ?? undefined, passwordHash: passwordHash ?? undefined };
    await writeTogether(trx, changingAccount(deps, trx, { userId: user.id, actor, ...change }));
    return true;
  });
};

const removeUser = (deps: UsersDeps, name: string, actor: Actor): Promise<void> =>
  deps.query.transaction().execute(async (trx) => {
    const involved = await findForChange(deps, trx, name, actor);
    const { user } = involved;
    if (user === null) return;
    if (user.id === actor?.userId) throw new AppError('own_account', 'You cannot delete your own account.');
    assertNotLast(involved, user);
    await writeTogether(trx, droppingAccount(deps, trx, user.id));
  });

/** Accounts over `state.db`. */
export const createUsers = (deps: UsersDeps): Users => ({
  list: async () => (await listUsers(deps.query)).map(({ name, isAdmin }) => ({ name, is_admin: isAdmin })),
  create: (user, actor) => createUser(deps, user, actor),
  update: (name, change, actor) => updateUser(deps, name, { ...change, actor }),
  remove: (name, actor) => removeUser(deps, name, actor),
});
