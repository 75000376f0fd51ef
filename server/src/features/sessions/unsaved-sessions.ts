import type { TokenScope } from '../../http/authenticate.ts';
import type { Clock } from '../../platform/clock.ts';
import { mediaTokenOf } from './tokens.ts';

/** A session of which nothing could be written: the disk was full, or may not be written to. */
export interface UnsavedSession {
  /** Negative: those of the database are not. */
  readonly id: number;
  readonly token: string;
  readonly userId: number;
  /** It ends when the password is another: nothing else tells of that here. */
  readonly passwordHash: string;
  readonly client: string;
  readonly createdAtMs: number;
}

/** How soon it is tried again to write them, in milliseconds. */
const retryMs = 10_000;

/** More than this are refused: each is a right password on a full disk. */
const mostUnsaved = 1_000;

/** Sessions that live in memory until they can be written. */
export interface UnsavedSessions {
  /** @param because why it could not be written */
  add(session: Omit<UnsavedSession, 'id'>, because: unknown): void;
  find(token: string): { readonly session: UnsavedSession; readonly scope: TokenScope } | null;
  of(userId: number): UnsavedSession[];
  /** @returns whether there was one */
  remove(userId: number, id: number): boolean;
  /** Why the last try to write one failed. */
  trouble(): unknown;
  close(): void;
}

/** @param deps.write puts one into the database */
export const createUnsavedSessions = (deps: {
  clock: Pick<Clock, 'schedule'>;
  write: (session: UnsavedSession) => Promise<void>;
}): UnsavedSessions => {
  const byToken = new Map<string, { session: UnsavedSession; scope: TokenScope }>();
  let lastId = 0;
  let cancel = (): void => {};
  let isArmed = false;
  let trouble: unknown = null;

  const drop = ({ token }: UnsavedSession): void => {
    byToken.delete(token);
    byToken.delete(mediaTokenOf(token));
  };

  const sessions = (): UnsavedSession[] =>
    [...byToken.values()].flatMap(({ session, scope }) => (scope === 'full' ? [session] : []));

  const arm = (): void => {
    if (isArmed || byToken.size === 0) return;
    isArmed = true;
    cancel = deps.clock.schedule(retryMs, () => {
      isArmed = false;
      void save();
    });
  };

  const save = async (): Promise<void> => {
    for (const session of sessions()) {
      try {
        await deps.write(session);
        drop(session);
      } catch (error) {
        trouble = error;
        break;
      }
    }
    arm();
  };

  return {
    add: (session, because) => {
      trouble = because;
      const oldest = sessions()[0];
      if (byToken.size >= 2 * mostUnsaved && oldest !== undefined) drop(oldest);
      lastId -= 1;
      const made = { ...session, id: lastId };
      byToken.set(session.token, { session: made, scope: 'full' });
      byToken.set(mediaTokenOf(session.token), { session: made, scope: 'media' });
      arm();
    },
    find: (token) => byToken.get(token) ?? null,
    of: (userId) => sessions().filter((session) => session.userId === userId),
    remove: (userId, id) => {
      const found = sessions().find((session) => session.userId === userId && session.id === id);
      if (found !== undefined) drop(found);
      return found !== undefined;
    },
    trouble: () => trouble,
    close: () => cancel(),
  };
};
