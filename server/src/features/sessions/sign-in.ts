import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { writeTrouble } from '../../platform/storage-trouble.ts';
import type { StateAccess } from '../../state/state-access.ts';
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

/** Does something that writes, or something else where nothing can be written. */
const unlessUnsaved = async <Result>(
  work: () => Promise<Result>,
  otherwise: (error: unknown) => Promise<Result>,
): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    if (writeTrouble(error) === null) throw error;
    return otherwise(error);
  }
};

/**
 * Signing in: throttled per address and per name, and in the same time and words for unknown names.
 * The function throws AppError bad_credentials or too_many_attempts.
 */
export const createSignIn = (deps: {
  state: Pick<StateAccess, 'query'>;
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
    const attempt = await throttle.begin(address, name);
    if (Buffer.byteLength(password) > longestPasswordBytes) throw refusal();
    const user = await findUserByName(state.query, name);
    const { isMatch, isOutdated } = await hasher.verify(password, user?.passwordHash ?? null, address);
    if (user === null || !isMatch) {
      if (attempt.delayMs > 0) await wait(attempt.delayMs);
      throw refusal();
    }
    const { id: userId, passwordHash } = user;
    const begun = await unlessUnsaved(
      () => sessions.begin({ userId, passwordHash, client }),
      async (trouble) => {
        const now = await findUserById(state.query, userId);
        if (now?.passwordHash !== passwordHash) return null;
        const tokens = sessions.beginUnsaved({ userId, passwordHash, client }, trouble);
        return { ...tokens, username: now.name, isAdmin: now.isAdmin };
      },
    );
    // The password may have been changed, or the user deleted, while the hash was computed.
    if (begun === null) throw refusal();
    attempt.succeeded();
    // It is done at the next sign-in where nothing can be written now.
    if (isOutdated)
      await unlessUnsaved(
        () => rehash(user, password, address),
        async () => {},
      );
    return begun;
  };
};
