import type { StateQuery } from '../../state/state-access.ts';

/** What somebody makes of songs that is a number: times in seconds since the epoch. */
export type PersonalField = 'starred' | 'rating' | 'plays' | 'lastplayed';

interface SongNumber {
  readonly song: Uint8Array;
  readonly number: number;
}

const inSeconds = (rows: readonly SongNumber[]): SongNumber[] =>
  rows.map(({ song, number }) => ({ song, number: Math.floor(number / 1000) }));

/** The songs of which somebody made something, by their lasting ids, and what. */
export const personalNumbers = async (
  query: StateQuery,
  userId: number,
  field: PersonalField,
): Promise<SongNumber[]> => {
  switch (field) {
    case 'starred':
      return inSeconds(
        await query
          .selectFrom('stars')
          .select(['item as song', 'starred_at_ms as number'])
          .where('user_id', '=', userId)
          .where('kind', '=', 'song')
          .execute(),
      );
    case 'rating':
      return query
        .selectFrom('ratings')
        .select(['item as song', 'rating as number'])
        .where('user_id', '=', userId)
        .where('kind', '=', 'song')
        .execute();
    case 'plays':
      return query
        .selectFrom('play_counts')
        .select(['item as song', 'plays as number'])
        .where('user_id', '=', userId)
        .where('kind', '=', 'song')
        .execute();
    case 'lastplayed':
      return inSeconds(
        await query
          .selectFrom('play_counts')
          .select(['item as song', 'last_played_at_ms as number'])
          .where('user_id', '=', userId)
          .where('kind', '=', 'song')
          .execute(),
      );
  }
};
