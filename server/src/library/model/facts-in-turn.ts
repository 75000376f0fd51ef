import { type CreditedName, type ModelRow, type MoreTags, moreTags, type SongFacts } from './song-facts.ts';
import type { Splitter } from './splitting.ts';
import {
  albumArtistsOf,
  albumOf,
  artistsOf,
  creditsOf,
  genresOf,
  listOf,
  noAliases,
  otherRoles,
} from './tags-apart.ts';

/** What a part of the facts is made of: columns, and fields without one. */
interface MadeOf {
  readonly columns: readonly (keyof ModelRow)[];
  readonly more: readonly (keyof MoreTags)[];
}

const madeOf = {
  artists: { columns: ['artists', 'artist_list'], more: ['mbArtists', 'artistSorts'] },
  albumArtists: {
    columns: ['album_artists', 'album_artist_list'],
    more: ['mbAlbumArtists', 'albumArtistSorts'],
  },
  /** Of artists besides. */
  credits: {
    columns: ['composers', 'lyricists'],
    more: ['composerSorts', 'performers', ...otherRoles.map(([, field]) => field)],
  },
  genres: { columns: ['genres'], more: [] },
  /** Of album artists, and what they are made of, besides; of artists where there are none. */
  album: {
    columns: ['album', 'year', 'recorded_on', 'released_on', 'original_on', 'added_at'],
    more: [
      ...(['albumVersion', 'albumSort', 'isCompilation', 'mbRelease', 'mbReleaseGroup'] as const),
      ...(['releaseTypes', 'corrected'] as const),
    ],
  },
} as const satisfies Readonly<Record<string, MadeOf>>;

/** A song taken apart. */
interface TakenApart {
  readonly row: ModelRow;
  readonly more: MoreTags;
  readonly artists: readonly CreditedName[];
  readonly albumArtists: readonly CreditedName[];
  readonly facts: SongFacts;
}

/** Whether two values of tags are the same; what is neither plain nor a list is so only where it is one object. */
const isSame = (one: unknown, other: unknown): boolean =>
  one === other ||
  (Array.isArray(one) &&
    Array.isArray(other) &&
    one.length === other.length &&
    one.every((value, at) => value === other[at]));

/** Whether a part of a song is made of the same as that of the one before. */
const isAsBefore = (
  { columns, more: fields }: MadeOf,
  { row, more }: Pick<TakenApart, 'row' | 'more'>,
  before: TakenApart,
): boolean => {
  for (const column of columns) if (row[column] !== before.row[column]) return false;
  for (const field of fields) if (!isSame(more[field], before.more[field])) return false;
  return true;
};

/**
 * Takes apart what tags of songs say, by the rules, one song after the other. What a song says as the one before it did is
 * the same object: songs of an album mostly have in common who is on them, and always nearly all that is said of the album.
 * @param aliases folded names that count as others
 */
export const createFactsInTurn = (
  splitter: Splitter,
  aliases: ReadonlyMap<string, string> = noAliases,
): ((row: ModelRow) => SongFacts) => {
  const reading = { splitter, aliases };
  let before: TakenApart | undefined;
  const takeApart = (row: ModelRow): TakenApart => {
    const more = moreTags(row.more);
    const song = { row, more };
    const last = before;
    const hasLast = (part: keyof typeof madeOf): boolean =>
      last !== undefined && isAsBefore(madeOf[part], song, last);
    const artists = last !== undefined && hasLast('artists') ? last.artists : artistsOf(row, more, reading);
    const albumArtists =
      last !== undefined && hasLast('albumArtists') ? last.albumArtists : albumArtistsOf(row, more, reading);
    const isBySame = artists === last?.artists;
    // Who only guests on a song says nothing of the album where it names its own.
    const isOfSame = albumArtists === last?.albumArtists && (isBySame || albumArtists.length > 0);
    return {
      row,
      more,
      artists,
      albumArtists,
      facts: {
        credits:
          last !== undefined && isBySame && hasLast('credits')
            ? last.facts.credits
            : creditsOf(row, { more, artists, ...reading }),
        genres:
          last !== undefined && hasLast('genres')
            ? last.facts.genres
            : genresOf(listOf(row.genres), splitter),
        album:
          last !== undefined && isOfSame && hasLast('album')
            ? last.facts.album
            : albumOf(row, { more, artists, albumArtists }),
      },
    };
  };
  return (row) => {
    before = takeApart(row);
    return before.facts;
  };
};

/** What the tags of one song say, see {@link createFactsInTurn}. */
export const songFacts = (
  row: ModelRow,
  splitter: Splitter,
  aliases: ReadonlyMap<string, string> = noAliases,
): SongFacts => createFactsInTurn(splitter, aliases)(row);
