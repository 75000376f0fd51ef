import type { AlbumKind } from '@tonearm/contract';
import type { ByFieldName, ColumnName, MoreName, StoredValues } from '@tonearm/contract/song-fields';
import { createRemembered } from '../../platform/remembered.ts';
import { foldedName, isVarious, variousArtists } from './folded-name.ts';
import { roleNumbers } from './roles.ts';
import type { Splitter } from './splitting.ts';

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
interface Credit extends CreditedName {
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

const noTexts: readonly string[] = [];

/** How many lists are remembered: the songs of an album have most of theirs in common. */
const rememberedLists = 200;

const lists = createRemembered<readonly string[]>(rememberedLists);

const listOf = (json: string | null): readonly string[] =>
  json === null ? noTexts : lists.of(json, () => JSON.parse(json) as readonly string[]);

const texts = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? noTexts : typeof value === 'string' ? [value] : value;

const text = (value: string | readonly string[] | undefined): string | null =>
  texts(value)[0]?.trim() || null;

/** How tags are taken apart: by a splitter, and with folded names that count as others. */
interface Reading {
  readonly splitter: Splitter;
  readonly aliases: ReadonlyMap<string, string>;
}

const noAliases: ReadonlyMap<string, string> = new Map();

/** A name, with the identity and the sort tag that stand at its place where there are as many of them as of names. */
const creditedNames = (
  names: readonly string[],
  aliases: ReadonlyMap<string, string>,
  beside: { readonly mbIds?: readonly string[]; readonly sortNames?: readonly string[] } = {},
): CreditedName[] => {
  const at = (list: readonly string[] | undefined, index: number): string =>
    list?.length === names.length ? (list[index] ?? '').trim() : '';
  if (names.length === 0) return [];
  const seen = new Set<string>();
  return names.flatMap((raw, index) => {
    const name = raw.trim();
    const own = foldedName(name);
    const folded = aliases.get(own) ?? own;
    const mbId = at(beside.mbIds, index).toLowerCase();
    if (folded === '' || seen.has(folded)) return [];
    seen.add(folded);
    if (isVarious(folded) || mbId === variousArtists.mbId)
      return [
        { name: variousArtists.name, folded: 'variousartists', mbId: variousArtists.mbId, sortName: '' },
      ];
    return [{ name, folded, mbId, sortName: at(beside.sortNames, index) }];
  });
};

/** Several identities in one text, as ID3 before 2.4 has them. */
export const separate = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? noTexts : texts(value).flatMap((one) => one.split(/\s*[;/]\s*/));

/** `Name (instrument)`. */
export const performerOf = (value: string): { name: string; instrument: string | null } => {
  const match = /^(.*\S)\s*\(([^()]+)\)\s*$/su.exec(value);
  return { name: match?.[1] ?? value, instrument: match?.[2]?.trim() ?? null };
};

const artistsOf = (row: ModelRow, more: MoreTags, { splitter, aliases }: Reading): CreditedName[] => {
  const list = listOf(row.artist_list);
  const names = list.length > 0 ? list : splitter.people(listOf(row.artists));
  return creditedNames(names, aliases, {
    mbIds: separate(more.mbArtists),
    sortNames: texts(more.artistSorts),
  });
};

const albumArtistsOf = (row: ModelRow, more: MoreTags, { splitter, aliases }: Reading): CreditedName[] => {
  const list = listOf(row.album_artist_list);
  const names = list.length > 0 ? list : splitter.people(listOf(row.album_artists));
  return creditedNames(names, aliases, {
    mbIds: separate(more.mbAlbumArtists),
    sortNames: texts(more.albumArtistSorts),
  });
};

const otherRoles = [
  ['conductor', 'conductors'],
  ['remixer', 'remixers'],
  ['producer', 'producers'],
  ['arranger', 'arrangers'],
  ['djMixer', 'djMixers'],
] as const;

/** Member by member: copying a name and adding two is several times as dear. */
const credit = (
  { name, folded, mbId, sortName }: CreditedName,
  role: number,
  instrument: string | null,
): Credit => ({ name, folded, mbId, sortName, role, instrument });

const creditsOf = (
  row: ModelRow,
  { more, artists, splitter, aliases }: Reading & { more: MoreTags; artists: readonly CreditedName[] },
): Credit[] => {
  const credits: Credit[] = [];
  const add = (role: keyof typeof roleNumbers, names: readonly CreditedName[]): void => {
    for (const name of names) credits.push(credit(name, roleNumbers[role], null));
  };
  const named = (names: readonly string[], sortNames?: readonly string[]): CreditedName[] =>
    names.length === 0
      ? []
      : creditedNames(splitter.people(names), aliases, sortNames === undefined ? {} : { sortNames });
  add('artist', artists);
  add('composer', named(listOf(row.composers), texts(more.composerSorts)));
  add('lyricist', named(listOf(row.lyricists)));
  for (const [role, field] of otherRoles) if (more[field] !== undefined) add(role, named(texts(more[field])));
  for (const value of texts(more.performers)) {
    const { name, instrument } = performerOf(value);
    for (const one of creditedNames([name], aliases)) {
      credits.push(credit(one, roleNumbers.performer, instrument));
    }
  }
  return credits;
};

const genresOf = (values: readonly string[], splitter: Splitter): TaggedGenre[] => {
  const found = new Map<string, TaggedGenre>();
  for (const value of splitter.genres(values)) {
    const name = value.trim();
    const folded = foldedName(name);
    if (folded !== '' && !found.has(folded)) found.set(folded, { name, folded });
  }
  return [...found.values()];
};

const various: CreditedName = {
  name: variousArtists.name,
  folded: 'variousartists',
  mbId: variousArtists.mbId,
  sortName: '',
};

const typesOf = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined
    ? noTexts
    : separate(value)
        .flatMap((one) => one.split(/\s*,\s*/))
        .map((type) => type.toLowerCase())
        .filter((type) => type !== '');

const albumOf = (
  row: ModelRow,
  { more, artists, ...reading }: Reading & { more: MoreTags; artists: readonly CreditedName[] },
): AlbumFacts | null => {
  const title = row.album?.trim() ?? '';
  if (title === '') return null;
  const albumArtists = albumArtistsOf(row, more, reading);
  const isCompilation = more.isCompilation === 1;
  const isAlbumArtist = albumArtists.length > 0 || isCompilation;
  return {
    title,
    version: text(more.albumVersion),
    sortTitle: text(more.albumSort),
    artists: albumArtists.length > 0 ? albumArtists : isCompilation ? [various] : artists,
    artistText: listOf(row.album_artist_list).length > 1 ? (listOf(row.album_artists)[0] ?? null) : null,
    isAlbumArtist,
    mbRelease: text(more.mbRelease)?.toLowerCase() ?? null,
    mbReleaseGroup: text(more.mbReleaseGroup)?.toLowerCase() ?? null,
    isCompilation,
    types: typesOf(more.releaseTypes),
    year: row.year,
    recordedOn: row.recorded_on,
    releasedOn: row.released_on,
    originalOn: row.original_on,
    addedAt: row.added_at,
    corrected: more.corrected ?? null,
  };
};

/** What a song's tags say, taken apart by the rules. @param aliases folded names that count as others */
export const songFacts = (
  row: ModelRow,
  splitter: Splitter,
  aliases: ReadonlyMap<string, string> = noAliases,
): SongFacts => {
  const more = moreTags(row.more);
  const reading = { splitter, aliases };
  const artists = artistsOf(row, more, reading);
  const shared = { more, artists, ...reading };
  return {
    credits: creditsOf(row, shared),
    genres: genresOf(listOf(row.genres), splitter),
    album: albumOf(row, shared),
  };
};
