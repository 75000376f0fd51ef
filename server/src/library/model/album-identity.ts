import { foldedName } from './folded-name.ts';
import { derivedId } from './public-id.ts';
import type { AlbumFacts } from './song-facts.ts';

/** A song that has an album, and where its folder lies. */
export interface AlbumSong {
  readonly id: number;
  readonly facts: AlbumFacts;
  /** Tells folder trees apart: an album's folder, where its discs have folders of their own. */
  readonly tree: string;
}

/** Songs that are one album. */
export interface AlbumOfSongs {
  readonly publicId: Buffer;
  readonly songs: readonly AlbumSong[];
}

/**
 * Who an album is by for telling it from others: without album artists the first artist of the song, so that a guest on
 * one song makes no album of its own.
 */
const artistsKey = ({ artists, isAlbumArtist }: AlbumFacts): string =>
  (isAlbumArtist ? artists : artists.slice(0, 1)).map(({ folded }) => folded).join('\u0001');

/**
 * What songs have to share to be of one album, apart from year and folder: the release of MusicBrainz; else title,
 * version and artists; without any artist the folder instead.
 */
export const albumIdentityParts = (facts: AlbumFacts, tree: string): readonly string[] => {
  if (facts.mbRelease !== null) return ['release', facts.mbRelease];
  const by = artistsKey(facts);
  const parts = [foldedName(facts.title), facts.version === null ? '' : foldedName(facts.version)];
  return by === '' ? ['folder', ...parts, tree] : ['named', ...parts, by];
};

/** The bytes of {@link albumIdentityParts}. */
export const albumIdentityOf = (parts: readonly string[]): Buffer => derivedId('album', ...parts);

/** The value most songs have, the least of several; null where none has one. */
const commonest = (values: readonly (number | null)[]): number | null => {
  const counts = new Map<number, number>();
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [best] = [...counts].toSorted(([a, n], [b, m]) => m - n || a - b);
  return best?.[0] ?? null;
};

/** Puts songs together that share a year or a folder tree, also by way of others. */
const connected = (songs: readonly AlbumSong[]): (readonly AlbumSong[])[] => {
  if (songs.every(({ tree }) => tree === songs[0]?.tree)) return [songs];
  const parents = new Map<string, string>();
  const rootOf = (key: string): string => {
    let root = key;
    for (let next = parents.get(root); next !== undefined && next !== root; next = parents.get(root))
      root = next;
    parents.set(key, root);
    return root;
  };
  const treeKey = ({ tree }: AlbumSong): string => `t${tree}`;
  for (const song of songs) {
    const root = rootOf(treeKey(song));
    if (song.facts.year !== null) parents.set(root, rootOf(`y${song.facts.year}`));
  }
  return [...Map.groupBy(songs, (song) => rootOf(treeKey(song))).values()];
};

/**
 * Takes songs of one identity apart into albums. Those of a release are one; others are where they share a year or a
 * folder tree. Each is known by the year most of its songs have, so that another edition that comes leaves its id alone;
 * of several without a year all but the one that came first, and of those that came at once the first by folder, by their
 * folder as well: one that comes takes nobody's id.
 * @param taken ids of albums into which songs were put by hand: the first without a year does not get such a one
 */
const albumsByTags = (
  identity: Buffer,
  songs: readonly AlbumSong[],
  taken: ReadonlySet<string | null> = new Set(),
): AlbumOfSongs[] => {
  const isWhole = songs.every(({ facts }) => facts.mbRelease !== null || facts.artists.length === 0);
  if (isWhole) return songs.length === 0 ? [] : [{ publicId: identity, songs }];
  const hex = identity.toString('hex');
  const parts = connected(songs)
    .map((part) => ({
      songs: part,
      year: commonest(part.map(({ facts }) => facts.year)),
      tree: part.map(({ tree }) => tree).toSorted()[0] ?? '',
      cameAt: Math.min(...part.map(({ facts }) => facts.addedAt)),
    }))
    .toSorted((a, b) => a.cameAt - b.cameAt || (a.tree < b.tree ? -1 : 1));
  const alone = derivedId('album', hex, '');
  let yearless = taken.has(alone.toString('hex')) ? 1 : 0;
  return parts.map(({ songs: part, year, tree }) => {
    if (year !== null) return { publicId: derivedId('album', hex, String(year)), songs: part };
    yearless += 1;
    return { publicId: yearless === 1 ? alone : derivedId('album', hex, tree), songs: part };
  });
};

/** The same, where songs may have been put into an album by hand: they are there, whatever their tags say. */
export const albumsOf = (identity: Buffer, songs: readonly AlbumSong[]): AlbumOfSongs[] => {
  const idOf = ({ facts }: AlbumSong): string | null => facts.corrected?.publicId ?? null;
  if (songs.every((song) => idOf(song) === null)) return albumsByTags(identity, songs);
  const byTags = albumsByTags(
    identity,
    songs.filter((song) => idOf(song) === null),
    new Set(songs.map(idOf)),
  );
  const found = new Map(byTags.map((album) => [album.publicId.toString('hex'), [...album.songs]]));
  for (const song of songs) {
    const id = idOf(song);
    if (id !== null) found.set(id, [...(found.get(id) ?? []), song]);
  }
  return [...found].map(([id, of]) => ({ publicId: Buffer.from(id, 'hex'), songs: of }));
};

const versionWords =
  /\s*[([][^)\]]*\b(?:deluxe|edition|version|remaster(?:ed)?|expanded|anniversary|bonus|reissue|special|limited|mono|stereo|explicit|clean)\b[^)\]]*[)\]]\s*/giu;

/** What editions of one album share: the release group of MusicBrainz, else the title without words of versions, and artists. */
export const groupIdOf = (facts: AlbumFacts, tree: string): Buffer => {
  if (facts.mbReleaseGroup !== null) return derivedId('group', 'release', facts.mbReleaseGroup);
  const bare = facts.title.replaceAll(versionWords, ' ').trim();
  const by = artistsKey(facts);
  return derivedId('group', foldedName(bare === '' ? facts.title : bare), by === '' ? `in ${tree}` : by);
};

/** What kind of release an album is, for lists that show one kind. */
export type AlbumKind = 'album' | 'single' | 'ep' | 'live' | 'compilation' | 'other';

/** Best first: what a release is besides an album says more. */
const kinds: readonly (readonly [type: string, kind: AlbumKind])[] = [
  ['live', 'live'],
  ['compilation', 'compilation'],
  ['ep', 'ep'],
  ['single', 'single'],
  ['album', 'album'],
];

/** @param types as tagged, lower case */
export const albumKind = (types: readonly string[], isCompilation: boolean): AlbumKind => {
  const found = kinds.find(([type]) => types.includes(type));
  if (found !== undefined && found[1] !== 'album') return found[1];
  if (isCompilation) return 'compilation';
  return types.length === 0 || found !== undefined ? 'album' : 'other';
};
