import { createRemembered } from '../../platform/remembered.ts';
import { foldedName, isVarious, variousArtists } from './folded-name.ts';
import { roleNumbers } from './roles.ts';
import type { AlbumFacts, Credit, CreditedName, ModelRow, MoreTags, TaggedGenre } from './song-facts.ts';
import type { Splitter } from './splitting.ts';

const noTexts: readonly string[] = [];

/** How many lists are remembered: the songs of an album have most of theirs in common. */
const rememberedLists = 200;

const lists = createRemembered<readonly string[]>(rememberedLists);

export const listOf = (json: string | null): readonly string[] =>
  json === null ? noTexts : lists.of(json, () => JSON.parse(json) as readonly string[]);

const texts = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? noTexts : typeof value === 'string' ? [value] : value;

const text = (value: string | readonly string[] | undefined): string | null =>
  texts(value)[0]?.trim() || null;

/** How tags are taken apart: by a splitter, and with folded names that count as others. */
export interface Reading {
  readonly splitter: Splitter;
  readonly aliases: ReadonlyMap<string, string>;
}

export const noAliases: ReadonlyMap<string, string> = new Map();

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

export const artistsOf = (row: ModelRow, more: MoreTags, { splitter, aliases }: Reading): CreditedName[] => {
  const list = listOf(row.artist_list);
  const names = list.length > 0 ? list : splitter.people(listOf(row.artists));
  return creditedNames(names, aliases, {
    mbIds: separate(more.mbArtists),
    sortNames: texts(more.artistSorts),
  });
};

export const albumArtistsOf = (
  row: ModelRow,
  more: MoreTags,
  { splitter, aliases }: Reading,
): CreditedName[] => {
  const list = listOf(row.album_artist_list);
  const names = list.length > 0 ? list : splitter.people(listOf(row.album_artists));
  return creditedNames(names, aliases, {
    mbIds: separate(more.mbAlbumArtists),
    sortNames: texts(more.albumArtistSorts),
  });
};

export const otherRoles = [
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

export const creditsOf = (
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

export const genresOf = (values: readonly string[], splitter: Splitter): TaggedGenre[] => {
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

export const albumOf = (
  row: ModelRow,
  {
    more,
    artists,
    albumArtists,
  }: { more: MoreTags; artists: readonly CreditedName[]; albumArtists: readonly CreditedName[] },
): AlbumFacts | null => {
  const title = row.album?.trim() ?? '';
  if (title === '') return null;
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
