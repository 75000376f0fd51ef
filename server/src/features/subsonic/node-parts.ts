import type { AppReading } from '../../library/read/apps/app-reading.ts';
import { unknownArtist } from '../../library/read/apps/app-reading.ts';
import type { ArtistLink, ListedSong } from '../../library/read/music/music-reading.ts';
import { wireId } from './ids.ts';
import type { Node } from './wire/tree.ts';

/** What somebody made of an item: left out where it is nothing. */
export interface Mark {
  readonly starredAtMs: number | null;
  readonly rating: number | null;
  readonly plays: number;
  readonly lastPlayedAtMs: number | null;
  /** What everybody thinks of it, from 1 to 5. */
  readonly averageRating?: number;
  /** Where a bookmark in a song is. */
  readonly bookmarkMs?: number;
}

/** Marks of the signed-in user by id. */
export type Marks = ReadonlyMap<string, Mark>;

/** Ids that no tag gives: of what has no artist and of what has many. */
export interface KnownArtists {
  readonly unknown: string;
  readonly various: string;
}

/** What nodes are made with. */
export interface ShapingDeps {
  readonly apps: Pick<
    AppReading,
    'albumPictures' | 'artistPictures' | 'pictureDigests' | 'albumTags' | 'folderTags'
  >;
  readonly marks: (userId: number, ids: readonly string[]) => Promise<Marks>;
  readonly folderIdOf: (path: string) => string;
  readonly artists: KnownArtists;
}

const msPerSecond = 1000;

/** What tells pictures from those before, by their paths. */
export type Digests = ReadonlyMap<string, string>;

/** A picture by what it is of, with digits that change with it; nothing where there is none. */
export const pictureId = (
  item: readonly [kind: Parameters<typeof wireId>[0], id: string],
  artwork: string | null | undefined,
  digests: Digests,
): string | undefined =>
  artwork == null ? undefined : `${wireId(...item)}_${digests.get(artwork) ?? '00000000'}`;

/** Pictures that are there. */
export const there = (pictures: Iterable<string | null | undefined>): string[] =>
  Array.from(pictures).filter((picture) => picture != null);

/** Whole seconds of milliseconds. */
export const seconds = (ms: number | null): number => Math.round((ms ?? 0) / msPerSecond);

/** When it was starred. */
export const starredOf = (mark: Mark | undefined): string | undefined =>
  mark?.starredAtMs == null ? undefined : new Date(mark.starredAtMs).toISOString();

/** Marks as REST 1.16 has them, and as OpenSubsonic bounds them: nothing where there is none. */
export const markNode = (mark: Mark | undefined): Node => ({
  playCount: mark === undefined || mark.plays === 0 ? undefined : mark.plays,
  played: mark?.lastPlayedAtMs == null ? undefined : new Date(mark.lastPlayedAtMs).toISOString(),
  starred: starredOf(mark),
  userRating: mark?.rating ?? undefined,
  averageRating: mark?.averageRating,
  bookmarkPosition: mark?.bookmarkMs,
});

/** Nothing for what is not above zero. */
export const positive = (value: number | null): number | undefined =>
  value === null || value <= 0 ? undefined : value;

/** A date as precise as it is known. */
export const dateNode = (date: string | null): Node => {
  const [year, month, day] = (date ?? '').split('-').map(Number);
  return { year: positive(year ?? null), month: positive(month ?? null), day: positive(day ?? null) };
};

/** Genres by their names. */
export const genreNodes = (names: readonly string[]): Node[] => names.map((name) => ({ name }));

/** A link as it is sent. */
export interface LinkNode extends Node {
  readonly id: string;
  readonly name: string;
}

/** Names as one text. */
export const shown = (nodes: readonly LinkNode[]): string => nodes.map(({ name }) => name).join(', ');

/** Pictures of albums by their ids, and what tells them from others. */
export interface Pictures {
  readonly albums: ReadonlyMap<string, string>;
  readonly digests: Digests;
}

/** Links to artists, and pictures. */
export const createLinks = ({ artists: known }: Pick<ShapingDeps, 'artists'>) => {
  const linkNode = ({ id, name }: ArtistLink): LinkNode => ({
    id: wireId('artist', id ?? known.various),
    name,
  });

  /** Never empty. */
  const linkNodes = (links: readonly ArtistLink[]): LinkNode[] =>
    links.length === 0 ? [{ id: wireId('artist', known.unknown), name: unknownArtist }] : links.map(linkNode);

  const coverOfSong = (song: ListedSong, { albums, digests }: Pictures): string | undefined => {
    if (song.artwork === null) return undefined;
    const ofAlbum = song.albumId === null ? undefined : albums.get(song.albumId);
    return song.albumId === null || ofAlbum === undefined
      ? pictureId(['song', song.id], song.artwork, digests)
      : pictureId(['album', song.albumId], ofAlbum, digests);
  };

  return { linkNode, linkNodes, coverOfSong };
};

/** @see createLinks */
export type Links = ReturnType<typeof createLinks>;
