import type { Caller } from '../../http/authenticate.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { StateAccess, StateTransaction } from '../../state/state-access.ts';
import { type Write, writeWithRow } from '../../state/written-together.ts';
import {
  assertUsablePassword,
  findUserById,
  longestPasswordBytes,
  type PasswordHasher,
} from '../users/index.ts';
import { endingSessionsOf } from './ended-sessions-store.ts';
import type { LoginThrottle } from './login-throttle.ts';
import type { Sessions } from './sessions.ts';
import { changingOwnHash, findToken } from './sessions-store.ts';
import { tokenHash } from './tokens.ts';

/** Who wants another password, and from where. */
interface OwnPasswordChange {
  readonly caller: Caller;
  readonly currentPassword: string;
  readonly newPassword: string;
  /** Whether every session but the one that asks ends with the old password. */
  readonly endsOtherSessions: boolean;
  /** Whether passwords of apps stay. */
  readonly keepsApps: boolean;
  /** Address of the client. */
  readonly address: string;
}

/** Changes the password of whoever asks, who has to know the present one. */
export type ChangeOwnPassword = (change: OwnPasswordChange) => Promise<void>;

const refusal = (): AppError => new AppError('wrong_password', 'This is not your current password.');

/**
 * Guesses at the current password count as attempts to sign in: a session left open somewhere is no way
 * around the throttle. The function throws AppError wrong_password, blank_password, password_too_long,
 * too_many_attempts, or unauthorized when the session ended meanwhile.
 */
export const createChangeOwnPassword = (deps: {
  state: Pick<StateAccess, 'query'>;
  sessions: Sessions;
  hasher: PasswordHasher;
  throttle: LoginThrottle;
  clock: Clock;
  /** Takes every app of a user its password away, as part of a transaction. */
  revokingApps: (transaction: StateTransaction, userId: number) => Write;
}): ChangeOwnPassword => {
  const { state, sessions, hasher, throttle, clock } = deps;

  const wait = (delayMs: number): Promise<void> =>
    new Promise((resolve) => {
      clock.schedule(delayMs, resolve);
    });

  const write = (change: OwnPasswordChange, hashes: { before: string; after: string }): Promise<void> =>
    state.query.transaction().execute(async (trx) => {
      const { caller, endsOtherSessions } = change;
      const { userId, sessionId } = caller;
      const token = tokenHash(caller.token);
      const which = { userId, keptSessionId: sessionId };
      const end = { reason: 'password', nowMs: clock.nowMs() } as const;
      // Hashing takes a while: the session may have ended, or the password become another. Nothing is kept then.
      const changed = await writeWithRow(trx, changingOwnHash(trx, { userId, token, ...hashes }), () => [
        ...(change.keepsApps ? [] : [deps.revokingApps(trx, userId)]),
        ...(endsOtherSessions ? endingSessionsOf(trx, which, end) : []),
      ]);
      if (changed !== undefined) return;
      if ((await findToken(trx, token)) === undefined) {
        throw new AppError('unauthorized', 'Please sign in again.');
      }
      throw refusal();
    });

  return async (change) => {
    const { caller, currentPassword, newPassword, address } = change;
    assertUsablePassword(newPassword);
    // It would end with the old password, and nothing can be written of it yet.
    sessions.assertSaved(caller);
    const attempt = await throttle.begin(address, caller.username);
    if (Buffer.byteLength(currentPassword) > longestPasswordBytes) throw refusal();
    const before = (await findUserById(state.query, caller.userId))?.passwordHash ?? null;
    const { isMatch } = await hasher.verify(currentPassword, before, address);
    if (before === null || !isMatch) {
      if (attempt.delayMs > 0) await wait(attempt.delayMs);
      throw refusal();
    }
    await write(change, { before, after: await hasher.hash(newPassword, address) });
    attempt.succeeded();
  };
};
