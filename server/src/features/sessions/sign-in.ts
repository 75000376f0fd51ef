import type { OpenDatabase } from '../../db/sqlite.ts';
import type { StateDatabase } from '../../db/state-schema.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import {
  findUserById,
  findUserByName,
  longestPasswordBytes,
  type PasswordHasher,
  setPasswordHash,
} from '../users/index.ts';
import type { LoginThrottle } from './login-throttle.ts';
import type { Sessions } from './sessions.ts';

/** Who signs in, from where. */
interface SignInRequest {
  readonly username: string;
  readonly password: string;
  /** Address of the client. */
  readonly address: string;
  /** What the client calls itself. */
  readonly client: string;
}

/** A session that has begun. */
interface SignedIn {
  readonly username: string;
  readonly isAdmin: boolean;
  readonly token: string;
  readonly mediaToken: string;
}

/** Checks a name and a password and begins a session. */
export type SignIn = (request: SignInRequest) => Promise<SignedIn>;

const refusal = (): AppError => new AppError('bad_credentials', 'Incorrect credentials, please try again.');

/**
 * Signing in: throttled per address and per name, and in the same time and words for unknown names.
 * The function throws AppError bad_credentials or too_many_attempts.
 */
export const createSignIn = (deps: {
  state: OpenDatabase<StateDatabase>;
  sessions: Sessions;
  hasher: PasswordHasher;
  throttle: LoginThrottle;
  clock: Clock;
}): SignIn => {
  const { state, sessions, hasher, throttle, clock } = deps;

  const wait = (delayMs: number): Promise<void> =>
    new Promise((resolve) => {
      clock.schedule(delayMs, resolve);
    });

  const rehash = async (user: { id: number; passwordHash: string }, password: string, lane: string) => {
    const passwordHash = await hasher.hash(password, lane);
    await state.query.transaction().execute(async (trx) => {
      const now = await findUserById(trx, user.id);
      if (now?.passwordHash === user.passwordHash) await setPasswordHash(trx, user.id, passwordHash);
    });
  };

  return async ({ username, password, address, client }) => {
    const name = username.toWellFormed();
    const attempt = throttle.begin(address, name);
    if (Buffer.byteLength(password) > longestPasswordBytes) throw refusal();
    const user = await findUserByName(state.query, name);
    const { isMatch, isOutdated } = await hasher.verify(password, user?.passwordHash ?? null, address);
    if (user === null || !isMatch) {
      if (attempt.delayMs > 0) await wait(attempt.delayMs);
      throw refusal();
    }
    const begun = await state.query.transaction().execute(async (trx) => {
      // The password may have been changed, or the user deleted, while the hash was computed.
      const now = await findUserById(trx, user.id);
      if (now?.passwordHash !== user.passwordHash) throw refusal();
      const tokens = await sessions.begin(trx, { userId: user.id, client });
      return { ...tokens, username: now.name, isAdmin: now.isAdmin };
    });
    attempt.succeeded();
    if (isOutdated) await rehash(user, password, address);
    return begun;
  };
};
