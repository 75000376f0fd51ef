import { hash } from 'node:crypto';
import {
  type AlbumTags,
  type AppReading,
  type FolderFacts,
  type FolderTags,
  type IndexedArtist,
  unknownArtist,
} from '../../library/read/apps/app-reading.ts';
import type {
  AlbumHeader,
  ArtistHeader,
  ArtistLink,
  MusicSong,
} from '../../library/read/music/music-reading.ts';
import { audioTypeOf } from '../../platform/paths/audio-formats.ts';
import { splitLast } from '../../platform/paths/virtual-path.ts';
import { dateOf } from './dates.ts';
import { wireId } from './ids.ts';
import type { Node } from './wire/tree.ts';

/** What somebody made of an item: left out where it is nothing. */
interface Mark {
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
  readonly apps: Pick<AppReading, 'albumPictures' | 'albumTags' | 'folderTags'>;
  readonly marks: (userId: number, ids: readonly string[]) => Promise<Marks>;
  readonly folderIdOf: (path: string) => string;
  readonly artists: KnownArtists;
}

const msPerSecond = 1000;
const bitsPerKilobit = 1000;
const digitsOfPicture = 8;

/** Songs of a folder stand together: what was made of it for one is kept for the next. */
const keepingLast = (make: (text: string) => string): ((text: string) => string) => {
  let last: string | undefined;
  let made = '';
  return (text) => {
    if (text !== last) made = make(text);
    last = text;
    return made;
  };
};

const digestOf = keepingLast((artwork) => hash('md5', artwork).slice(0, digitsOfPicture));

/** A picture by what it is of, with digits that change with it. */
export const pictureId = (kind: Parameters<typeof wireId>[0], id: string, artwork: string): string =>
  `${wireId(kind, id)}_${digestOf(artwork)}`;

const seconds = (ms: number | null): number => Math.round((ms ?? 0) / msPerSecond);

const starredOf = (mark: Mark | undefined): string | undefined =>
  mark?.starredAtMs == null ? undefined : new Date(mark.starredAtMs).toISOString();

/** Marks as REST 1.16 has them, and as OpenSubsonic bounds them: nothing where there is none. */
const markNode = (mark: Mark | undefined): Node => ({
  playCount: mark === undefined || mark.plays === 0 ? undefined : mark.plays,
  played: mark?.lastPlayedAtMs == null ? undefined : new Date(mark.lastPlayedAtMs).toISOString(),
  starred: starredOf(mark),
  userRating: mark?.rating ?? undefined,
  averageRating: mark?.averageRating,
  bookmarkPosition: mark?.bookmarkMs,
});

const baseName = (name: string): string => name.replace(/\.[^.]*$/, '');

const suffixOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

const bitRateOf = (song: MusicSong): number | undefined => {
  if (song.bitRate !== null) return Math.round(song.bitRate / bitsPerKilobit);
  const ms = song.durationMs ?? 0;
  return ms === 0 ? undefined : Math.round((song.sizeBytes * 8) / ms);
};

const positive = (value: number | null): number | undefined =>
  value === null || value <= 0 ? undefined : value;

const dateNode = (date: string | null): Node => {
  const [year, month, day] = (date ?? '').split('-').map(Number);
  return { year: positive(year ?? null), month: positive(month ?? null), day: positive(day ?? null) };
};

const genreNodes = (names: readonly string[]): Node[] => names.map((name) => ({ name }));

/** Roles of a song that are told as contributors, as the protocol calls them. */
const contributorRoles: Readonly<Record<string, string>> = {
  composer: 'composer',
  lyricist: 'lyricist',
  conductor: 'conductor',
  performer: 'performer',
  remixer: 'remixer',
  producer: 'producer',
  arranger: 'arranger',
  djMixer: 'djmixer',
};

interface LinkNode extends Node {
  readonly id: string;
  readonly name: string;
}

const shown = (nodes: readonly LinkNode[]): string => nodes.map(({ name }) => name).join(', ');

/** Links to artists, and pictures. */
const createLinks = ({ artists: known }: ShapingDeps) => {
  const linkNode = ({ id, name }: ArtistLink): LinkNode => ({
    id: wireId('artist', id ?? known.various),
    name,
  });

  /** Never empty. */
  const linkNodes = (links: readonly ArtistLink[]): LinkNode[] =>
    links.length === 0 ? [{ id: wireId('artist', known.unknown), name: unknownArtist }] : links.map(linkNode);

  const coverOfSong = (song: MusicSong, albumPictures: ReadonlyMap<string, string>): string | undefined => {
    if (song.artwork === null) return undefined;
    const ofAlbum = song.albumId === null ? undefined : albumPictures.get(song.albumId);
    return song.albumId === null || ofAlbum === undefined
      ? pictureId('song', song.id, song.artwork)
      : pictureId('album', song.albumId, ofAlbum);
  };

  return { linkNode, linkNodes, coverOfSong };
};

type Links = ReturnType<typeof createLinks>;

/** What OpenSubsonic has beyond REST 1.16. */
const openFields = (
  song: MusicSong,
  {
    linkNode,
    own,
    albumArtists,
    genres,
  }: {
    linkNode: Links['linkNode'];
    own: readonly LinkNode[];
    albumArtists: readonly LinkNode[];
    genres: readonly string[];
  },
): Node => {
  const composers = song.credits.filter(({ role }) => role === 'composer');
  return {
    mediaType: 'song',
    displayArtist: shown(own),
    displayAlbumArtist: shown(albumArtists),
    displayComposer: composers.map((one) => one.name).join(', '),
    artists: own,
    albumArtists,
    contributors: song.credits.flatMap((credit): Node[] => {
      const role = contributorRoles[credit.role];
      return role === undefined
        ? []
        : [{ role, subRole: credit.instrument ?? undefined, artist: linkNode(credit) }];
    }),
    genres: genreNodes(genres),
    bitDepth: song.bitsPerSample ?? 0,
    samplingRate: song.sampleRate ?? 0,
    channelCount: song.channels ?? 0,
    bpm: song.bpm ?? 0,
    comment: song.comment ?? '',
    sortName: song.sortTitle ?? '',
    musicBrainzId: song.mbRecording ?? '',
    isrc: song.isrcs,
    moods: song.moods,
    groupings: song.groupings,
    works: song.work === null ? [] : [{ name: song.work, musicBrainzId: song.mbWorks[0] }],
    movements:
      song.movementName === null
        ? []
        : [
            {
              name: song.movementName,
              number: positive(song.movementNumber),
              count: positive(song.movementCount),
            },
          ],
    explicitStatus: song.isExplicit ? 'explicit' : '',
    replayGain: {
      trackGain: song.gain?.trackGainDb ?? undefined,
      albumGain: song.gain?.albumGainDb ?? undefined,
      trackPeak: song.gain?.trackPeak ?? undefined,
      albumPeak: song.gain?.albumPeak ?? undefined,
    },
  };
};

/** Songs. */
const createSongNode = (
  { linkNode, linkNodes, coverOfSong }: Links,
  folderIdOf: ShapingDeps['folderIdOf'],
) => {
  return (
    song: MusicSong,
    { marks, pictures }: { marks: Marks; pictures: ReadonlyMap<string, string> },
  ): Node => {
    const { folder, name } = splitLast(song.path);
    const parent = folderIdOf(folder);
    const own = linkNodes(song.credits.filter(({ role }) => role === 'artist'));
    const albumArtists = song.albumArtists.length === 0 ? own : linkNodes(song.albumArtists);
    const genres = song.genres.map((genre) => genre.name);
    const title = song.title ?? baseName(name);
    return {
      id: wireId('song', song.id),
      parent: wireId('folder', parent),
      isDir: false,
      isVideo: false,
      type: 'music',
      title,
      album: song.albumTitle ?? splitLast(folder).name,
      albumId: wireId('album', song.albumId ?? parent),
      artist: shown(own),
      artistId: own[0]?.id,
      track: positive(song.trackNumber),
      discNumber: positive(song.discNumber),
      year: positive(song.year),
      genre: genres[0],
      coverArt: coverOfSong(song, pictures),
      size: song.sizeBytes,
      suffix: suffixOf(name),
      contentType: audioTypeOf(name, null),
      duration: seconds(song.durationMs),
      bitRate: bitRateOf(song),
      path: song.path,
      created: dateOf(song.addedAt),
      ...markNode(marks.get(song.id)),
      ...openFields(song, { linkNode, own, albumArtists, genres }),
    };
  };
};

/** Albums. */
const createAlbumNode =
  ({ linkNodes }: Links) =>
  (album: AlbumHeader, { marks, tags }: { marks: Marks; tags: AlbumTags | undefined }): Node => {
    const links = linkNodes(album.artists);
    const mark = marks.get(album.id);
    return {
      id: wireId('album', album.id),
      name: album.title,
      artist: shown(links),
      artistId: links[0]?.id,
      coverArt: album.artwork === null ? undefined : pictureId('album', album.id, album.artwork),
      songCount: album.songCount,
      duration: tags?.seconds ?? seconds(album.durationMs),
      created: dateOf(album.addedAt),
      year: positive(album.year),
      genre: tags?.genres[0],
      ...markNode(mark),
      averageRating: undefined,
      displayArtist: shown(links),
      artists: links,
      isCompilation: album.isCompilation,
      genres: genreNodes(tags?.genres ?? []),
      recordLabels: (tags?.labels ?? []).map((name) => ({ name })),
      sortName: tags?.sortTitle ?? '',
      musicBrainzId: album.mbRelease ?? '',
      releaseTypes: album.types,
      moods: tags?.moods ?? [],
      discTitles: tags?.discs ?? [],
      explicitStatus: tags?.isExplicit === true ? 'explicit' : '',
      originalReleaseDate: dateNode(album.originalDate),
      releaseDate: dateNode(album.releaseDate),
      version: album.version ?? '',
    };
  };

/** Artists. */
const artistNode = (
  artist: Pick<IndexedArtist, 'id' | 'name' | 'sortName' | 'albumCount' | 'mbId' | 'roles'>,
  marks: Marks,
): Node => {
  const mark = marks.get(artist.id);
  return {
    id: wireId('artist', artist.id),
    name: artist.name,
    albumCount: artist.albumCount,
    starred: starredOf(mark),
    userRating: mark?.rating ?? undefined,
    sortName: artist.sortName ?? '',
    roles: artist.roles.map((role) => role.toLowerCase()),
    musicBrainzId: artist.mbId ?? '',
  };
};

/** Folders. Of one that is an album is told who it is by. */
const folderNode = (
  { linkNode }: Links,
  folder: FolderFacts,
  { marks, tags }: { marks: Marks; tags: FolderTags | undefined },
): Node => {
  const title = folder.isAlbum ? (folder.album ?? folder.name) : folder.name;
  const mark = marks.get(folder.id);
  const artists = (tags?.artists ?? []).map(linkNode);
  const genres = tags?.genres ?? [];
  return {
    id: wireId('folder', folder.id),
    parent: folder.parentId === null ? undefined : wireId('folder', folder.parentId),
    isDir: true,
    isVideo: false,
    title,
    name: title,
    album: folder.isAlbum ? title : undefined,
    artist: folder.artist ?? undefined,
    artistId: artists[0]?.id,
    year: positive(folder.year),
    genre: genres[0],
    coverArt: folder.artwork === null ? undefined : pictureId('folder', folder.id, folder.artwork),
    duration: folder.songCount === 0 ? undefined : (tags?.seconds ?? 0),
    songCount: folder.songCount,
    created: dateOf(folder.addedAt),
    ...markNode(mark),
    mediaType: folder.isAlbum ? 'album' : undefined,
    displayArtist: folder.artist ?? '',
    artists,
    genres: genreNodes(genres),
  };
};

/** A folder as an artist of folder mode. */
const folderArtistNode = (folder: FolderFacts, marks: Marks): Node => {
  const mark = marks.get(folder.id);
  return {
    id: wireId('folder', folder.id),
    name: folder.name,
    starred: starredOf(mark),
    userRating: mark?.rating ?? undefined,
    averageRating: mark?.averageRating,
    coverArt: folder.artwork === null ? undefined : pictureId('folder', folder.id, folder.artwork),
  };
};

/** Makes what the wire has of songs, albums, artists and folders. */
export const createShaping = (deps: ShapingDeps) => {
  const { artists: known } = deps;
  const folderIdOf = keepingLast(deps.folderIdOf);
  const links = createLinks(deps);
  const songNode = createSongNode(links, folderIdOf);
  const albumNode = createAlbumNode(links);
  const marksOf = (userId: number, items: readonly { readonly id: string }[]): Promise<Marks> =>
    deps.marks(
      userId,
      items.map(({ id }) => id),
    );

  return {
    /** Songs with their pictures and what the user made of them. */
    songNodes: async (userId: number, songs: readonly MusicSong[]): Promise<Node[]> => {
      const albumIds = [...new Set(songs.flatMap(({ albumId }) => (albumId === null ? [] : [albumId])))];
      const [pictures, marks] = await Promise.all([
        deps.apps.albumPictures(albumIds),
        marksOf(userId, songs),
      ]);
      return songs.map((song) => songNode(song, { pictures, marks }));
    },
    albumNodes: async (userId: number, albums: readonly AlbumHeader[]): Promise<Node[]> => {
      const [marks, tags] = await Promise.all([
        marksOf(userId, albums),
        deps.apps.albumTags(albums.map(({ id }) => id)),
      ]);
      return albums.map((album) => albumNode(album, { marks, tags: tags.get(album.id) }));
    },
    artistNodes: async (userId: number, artists: readonly ArtistHeader[]): Promise<Node[]> => {
      const marks = await marksOf(userId, artists);
      return artists.map((artist) =>
        artistNode(
          {
            ...artist,
            albumCount: artist.albumCount + artist.guestAlbumCount,
            roles: artist.roles.map(({ role }) => role),
          },
          marks,
        ),
      );
    },
    indexedNodes: async (userId: number, artists: readonly IndexedArtist[]): Promise<Node[]> => {
      const marks = await marksOf(userId, artists);
      return artists.map((artist) => artistNode(artist, marks));
    },
    folderNodes: async (userId: number, folders: readonly FolderFacts[]): Promise<Node[]> => {
      const [marks, tags] = await Promise.all([
        marksOf(userId, folders),
        deps.apps.folderTags(folders.map(({ id }) => id)),
      ]);
      return folders.map((folder) => folderNode(links, folder, { marks, tags: tags.get(folder.id) }));
    },
    folderArtistNode,
    /** The id of the folder that a song lies in. */
    folderIdOfSong: (song: MusicSong): string => folderIdOf(splitLast(song.path).folder),
    isUnknown: (id: string): boolean => id === known.unknown,
  };
};

/** @see createShaping */
export type Shaping = ReturnType<typeof createShaping>;
