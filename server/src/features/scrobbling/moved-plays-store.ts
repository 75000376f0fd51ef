import type { OpenDatabase } from '../../db/sqlite.ts';
import { createFollowedMoves, type FollowedMoves } from '../../state/followed-moves.ts';
import type { StateDatabase } from '../../state/state-schema.ts';

/** The history, and what waits to be sent, as moves of songs see them. Synchronous. */
export interface MovedPlaysStore {
  /** Number of the newest play; 0 when there is none. */
  lastPlay(): number;
  /** Gives plays in a range of numbers the paths where their songs are now; each play is changed once at most. */
  rewrite(targets: ReadonlyMap<string, string>, range: { first: number; last: number }): void;
  /** The same for all plays that wait in the outbox: those of two weeks at most. */
  rewriteWaiting(targets: ReadonlyMap<string, string>): void;
  /** How far the history has followed. */
  readonly followed: FollowedMoves;
  /** Runs writes as one: all or none. */
  together<T>(writes: () => T): T;
}

const followedKey = 'plays_followed_move';

/** Over the writing connection of `state.db`. */
export const createMovedPlaysStore = ({ raw }: Pick<OpenDatabase<StateDatabase>, 'raw'>): MovedPlaysStore => {
  const lastPlay = raw.prepare<[], number | null>('SELECT max(id) FROM listens').pluck();
  const find = raw.prepare<[number, number, string], { id: number; path: string }>(
    `SELECT id, path FROM listens
     WHERE id BETWEEN ? AND ? AND path IN (SELECT value FROM json_each(?))`,
  );
  // Where the same play is known under the new path already, this one stays as it is.
  const replacePath = raw.prepare<[string, number]>('UPDATE OR IGNORE listens SET path = ? WHERE id = ?');
  const findWaiting = raw.prepare<[string], { id: number; path: string }>(
    'SELECT id, path FROM outbox WHERE path IN (SELECT value FROM json_each(?))',
  );
  const replaceWaiting = raw.prepare<[string, number]>('UPDATE OR IGNORE outbox SET path = ? WHERE id = ?');
  const together = raw.transaction((writes: () => unknown) => writes());
  return {
    lastPlay: () => lastPlay.get() ?? 0,
    rewrite: (targets, { first, last }) => {
      for (const { id, path } of find.all(first, last, JSON.stringify([...targets.keys()]))) {
        replacePath.run(targets.get(path) ?? path, id);
      }
    },
    rewriteWaiting: (targets) => {
      for (const { id, path } of findWaiting.all(JSON.stringify([...targets.keys()]))) {
        replaceWaiting.run(targets.get(path) ?? path, id);
      }
    },
    followed: createFollowedMoves(raw, followedKey),
    together: <T>(writes: () => T): T => together.immediate(writes) as T,
  };
};
