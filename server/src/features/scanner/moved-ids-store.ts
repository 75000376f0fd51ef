import { naturalSongId, nextSongId } from '../../library/model/public-id.ts';
import type { SongsMoved } from '../../platform/app-events.ts';
import { createFollowedMoves, type Moves } from '../../state/followed-moves.ts';
import { installationId, keptIdAt } from '../../state/kept-id.ts';
import type { StateAccess, StateQuery } from '../../state/state-access.ts';

/** Under which the numbers of moves that were followed are noted. */
const followedKey = 'ids_followed_move';

const write = async (query: StateQuery, installation: string, moves: Moves): Promise<void> => {
  // The first that became another is who it is; what comes to where a later one stood has that one's id.
  const firsts = [...new Map(moves.toReversed().map((move) => [move.to, move])).values()];
  const kept: { to: Buffer; id: Buffer }[] = [];
  // Read before anything is written: songs may have changed places.
  for (const { from, to } of firsts) {
    const id = await keptIdAt(query, naturalSongId(installation, from), nextSongId);
    kept.push({ to: naturalSongId(installation, to), id });
  }
  const paths = [...firsts.map(({ from }) => naturalSongId(installation, from)), ...kept.map(({ to }) => to)];
  const freed = new Map<string, Buffer>();
  for (const natural of paths) {
    const row = await query
      .deleteFrom('song_ids')
      .where('natural', '=', natural)
      .returning('id')
      .executeTakeFirst();
    if (row !== undefined) freed.set(Buffer.from(row.id).toString('hex'), Buffer.from(row.id));
  }
  for (const { id } of kept) freed.delete(id.toString('hex'));
  // Something else may have come to the path that such an id is made of, and has the next one as long as it is taken.
  for (const [hex, id] of freed)
    await query
      .insertInto('song_ids')
      .values({ natural: naturalSongId(installation, `\0${hex}`), id })
      .execute();
  for (const { to, id } of kept)
    if (!to.equals(id))
      await query
        .insertInto('song_ids')
        .values({ natural: to, id })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ natural: to }))
        .execute();
};

/**
 * Keeps ids with songs that are found under another path: a row for each that is not where it was first seen, and one
 * under a path that there is not for each whose song was replaced, so that no other song is given its id.
 * @returns a listener that has written all of it when its promise is kept; what it is told again changes nothing
 */
export const createMovedIds = ({
  query,
}: Pick<StateAccess, 'query'>): ((told: SongsMoved) => Promise<void>) =>
  createFollowedMoves(query, followedKey, (moves, noteDone) =>
    query.transaction().execute(async (transaction) => {
      await write(transaction, await installationId(transaction), moves);
      await noteDone(transaction);
    }),
  );
