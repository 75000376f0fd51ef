import { type AlbumOfSongs, albumKind, groupIdOf } from '../../model/album-identity.ts';
import { isVarious } from '../../model/folded-name.ts';
import type { AlbumFacts, CreditedName } from '../../model/song-facts.ts';
import type { PlaceOf } from '../../model/sort-text.ts';
import type { AlbumWrite } from './albums-store.ts';
import { most, mostText } from './most.ts';

/** Least or greatest of what is there; dates compare as texts. */
const least = (values: readonly (string | null)[]): string | null =>
  values.filter((value) => value !== null).toSorted()[0] ?? null;

const keyOfArtists = (artists: readonly CreditedName[]): string =>
  artists.map(({ folded }) => folded).join('\u0001');

/**
 * Who an album is by: what its songs say, where they say the same; where each song has artists of its own, the first of
 * those that most have.
 */
const artistsOf = (
  facts: readonly AlbumFacts[],
  songsWith: (fact: AlbumFacts) => number,
): readonly CreditedName[] => {
  const common = most(facts, ({ artists }) => JSON.stringify(artists), songsWith)?.artists ?? [];
  const isOne = new Set(facts.map(({ artists }) => keyOfArtists(artists))).size === 1;
  return isOne || facts.some(({ isAlbumArtist }) => isAlbumArtist) ? common : common.slice(0, 1);
};

/** Whether an album is by nobody in particular. */
const isOfMany = ([first]: readonly CreditedName[]): boolean =>
  first !== undefined && isVarious(first.folded);

/** What the songs of an album say of it, and who it is by. */
export interface AlbumSummary {
  readonly album: AlbumWrite;
  readonly artists: readonly CreditedName[];
  /** The song whose picture was chosen; null while none was. */
  readonly coverSongId: number | null;
}

/** Sums up what the songs of an album say. */
export const albumSummary = (
  { publicId, songs }: AlbumOfSongs,
  identity: Buffer,
  placeOf: PlaceOf,
): AlbumSummary => {
  // Most songs of an album say the same of it, and then share what they say.
  const weights = new Map<AlbumFacts, number>();
  for (const song of songs) weights.set(song.facts, (weights.get(song.facts) ?? 0) + 1);
  const facts = [...weights.keys()];
  const songsWith = (fact: AlbumFacts): number => weights.get(fact) ?? 0;
  const covers = songs.filter((song) => (song.facts.corrected?.cover ?? null) !== null);
  const chosen = covers.toSorted(
    (a, b) => (b.facts.corrected?.cover ?? 0) - (a.facts.corrected?.cover ?? 0) || a.id - b.id,
  )[0];
  const text = (of: (fact: AlbumFacts) => string | null): string | null => mostText(facts, of, songsWith);
  const title = text((fact) => fact.title) ?? '';
  const artists = artistsOf(facts, songsWith);
  const isCompilation = facts.some((fact) => fact.isCompilation);
  const types = [...new Set(facts.flatMap((fact) => fact.types))].toSorted();
  const year = text((fact) => (fact.year === null ? null : String(fact.year).padStart(4, '0')));
  const titlePlace = placeOf(
    title,
    text((fact) => fact.sortTitle),
  );
  const artistPlace = placeOf(artists[0]?.name ?? '', artists[0]?.sortName || null);
  const withGroup = songs.toSorted((a, b) => (a.tree < b.tree ? -1 : 1));
  const grouped = withGroup.find((song) => song.facts.mbReleaseGroup !== null) ?? withGroup[0];
  const groupFacts = { ...(grouped?.facts as AlbumFacts), title };
  return {
    artists,
    coverSongId: chosen?.id ?? null,
    album: {
      publicId,
      identity,
      groupId: groupIdOf(groupFacts, grouped?.tree ?? ''),
      title,
      version: text((fact) => fact.version),
      titleKey: titlePlace.key,
      letter: titlePlace.letter,
      artist: text((fact) => fact.artistText) ?? artists.map(({ name }) => name).join(', '),
      artistKey: artistPlace.key,
      artistLetter: artistPlace.letter,
      year: year === null ? null : Number(year),
      recordedOn: text((fact) => fact.recordedOn),
      releasedOn: text((fact) => fact.releasedOn),
      originalOn: least(facts.map((fact) => fact.originalOn)),
      types: types.length === 0 ? null : JSON.stringify(types),
      kind:
        text((fact) => fact.corrected?.kind ?? null) ??
        albumKind(types, isCompilation || (types.length === 0 && isOfMany(artists))),
      isCompilation: isCompilation ? 1 : 0,
      mbRelease: text((fact) => fact.mbRelease),
      mbReleaseGroup: text((fact) => fact.mbReleaseGroup),
    },
  };
};
