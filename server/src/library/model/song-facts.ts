import type { AlbumKind } from '@tonearm/contract';
import type { ByFieldName, ColumnName, MoreName, StoredValues } from '@tonearm/contract/song-fields';

/** What the model needs of a song's row. Lists are JSON. */
export interface ModelRow {
  readonly id: number;
  readonly directory_id: number;
  readonly added_at: number;
  readonly album_id: number | null;
  readonly album: string | null;
  readonly artists: string | null;
  readonly artist_list: string | null;
  readonly album_artists: string | null;
  readonly album_artist_list: string | null;
  readonly composers: string | null;
  readonly lyricists: string | null;
  readonly genres: string | null;
  readonly year: number | null;
  readonly recorded_on: string | null;
  readonly released_on: string | null;
  readonly original_on: string | null;
  readonly more: string | null;
}

/** What the tags of a song are, as they are stored. */
export type CorrectableTags = ByFieldName<StoredValues, ColumnName> & { readonly more: string | null };

/** What the model needs of a song that is about to be written. */
export const modelRowOf = (
  {
    id,
    directoryId,
    addedAt,
  }: { readonly id: number; readonly directoryId: number; readonly addedAt: number },
  tags: CorrectableTags,
): ModelRow => ({
  id,
  directory_id: directoryId,
  added_at: addedAt,
  album_id: null,
  album: tags.album,
  artists: tags.artists,
  artist_list: tags.artistList,
  album_artists: tags.albumArtists,
  album_artist_list: tags.albumArtistList,
  composers: tags.composers,
  lyricists: tags.lyricists,
  genres: tags.genres,
  year: tags.year,
  recorded_on: tags.recordedOn,
  released_on: tags.releasedOn,
  original_on: tags.originalOn,
  more: tags.more,
});

/** Columns of {@link ModelRow}, for a SELECT from `songs AS s`. */
export const modelColumns = [
  ...[
    'id',
    'directory_id',
    'added_at',
    'album_id',
    'album',
    'artists',
    'artist_list',
    'album_artists',
    'album_artist_list',
  ],
  ...['composers', 'lyricists', 'genres', 'year', 'recorded_on', 'released_on', 'original_on', 'more'],
]
  .map((column) => `s.${column}`)
  .join(', ');

/** What was corrected of the album of a song; ids are hexadecimal. */
export interface CorrectedAlbum {
  /** By what its songs are recognised, and its id: null where its tags say it. */
  readonly identity: string | null;
  readonly publicId: string | null;
  readonly kind: AlbumKind | null;
  /** Of several songs whose picture was chosen the one with the greatest number shows the album. */
  readonly cover: number | null;
}

/** The fields without a column, as the column `more` has them: those that are there, lists as lists. */
export type MoreTags = {
  readonly [Name in MoreName]?: ByFieldName<StoredValues>[Name] extends number | null
    ? number
    : string | readonly string[];
} & { readonly corrected?: CorrectedAlbum };

/** What the column `more` says. */
export const moreTags = (json: string | null): MoreTags =>
  json === null ? {} : (JSON.parse(json) as MoreTags);

/** A name as one song has it. */
export interface CreditedName {
  readonly name: string;
  readonly folded: string;
  /** Empty where the file says none. */
  readonly mbId: string;
  readonly sortName: string;
}

/** Somebody who did something on a song. */
export interface Credit extends CreditedName {
  readonly role: number;
  readonly instrument: string | null;
}

/** A genre as one song has it. */
export interface TaggedGenre {
  readonly name: string;
  readonly folded: string;
}

/** What the model takes of a song. */
export interface SongFacts {
  readonly credits: readonly Credit[];
  readonly genres: readonly TaggedGenre[];
  readonly album: AlbumFacts | null;
}

/** What one song says of its album. */
export interface AlbumFacts {
  readonly title: string;
  readonly version: string | null;
  readonly sortTitle: string | null;
  readonly artists: readonly CreditedName[];
  /** How the file shows them where it lists them besides. */
  readonly artistText: string | null;
  /** Whether they are those of an album, and not of the song for want of them. */
  readonly isAlbumArtist: boolean;
  readonly mbRelease: string | null;
  readonly mbReleaseGroup: string | null;
  readonly isCompilation: boolean;
  readonly types: readonly string[];
  readonly year: number | null;
  readonly recordedOn: string | null;
  readonly releasedOn: string | null;
  readonly originalOn: string | null;
  /** Seconds since the epoch: when the song came. */
  readonly addedAt: number;
  readonly corrected: CorrectedAlbum | null;
}
