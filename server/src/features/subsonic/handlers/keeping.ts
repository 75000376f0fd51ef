import { type AppReading, unknownArtist } from '../../../library/read/apps/app-reading.ts';
import type { MusicReading, MusicSong } from '../../../library/read/music/music-reading.ts';
import type { Caller } from '../call.ts';
import { type ItemId, itemOf } from '../ids.ts';
import { notFound } from '../protocol-error.ts';

/** Songs that are kept together. */
export interface SongsToKeep {
  readonly title: string;
  /** Virtual paths, in runs. */
  readonly songs: AsyncIterable<readonly string[]>;
  /** The folder above which nothing is told of their places; null to number them. */
  readonly below: string | null;
}

/** What names the songs of an item. */
export interface KeepingDeps {
  readonly apps: Pick<AppReading, 'folder' | 'looseSongs' | 'looseAlbumsOf'>;
  /** Whether an id is that of what has no artist. */
  readonly isUnknown: (id: string) => boolean;
  readonly music: Pick<MusicReading, 'album' | 'artist'>;
  /** Paths of every song at or below a folder, in runs. */
  readonly flatten: (path: string) => Promise<AsyncIterable<readonly string[]>>;
  /** A playlist that somebody may see, and the paths of its songs. */
  readonly playlistOf: (
    userId: number,
    id: string,
  ) => Promise<{ readonly name: string; readonly songs: AsyncIterable<readonly string[]> }>;
  /** The folder that all of some paths are in. */
  readonly commonFolder: (paths: readonly string[]) => string;
}

type Found = SongsToKeep | null;

async function* oneRun(paths: readonly string[]): AsyncGenerator<readonly string[]> {
  yield paths;
}

/** The songs of an album, an artist, a folder or a playlist, to be kept; null for anything else. */
export const createKeeping = ({ apps, music, isUnknown, ...deps }: KeepingDeps) => {
  const { flatten, playlistOf, commonFolder } = deps;
  const together = (title: string, songs: readonly MusicSong[]): Found => {
    const paths = songs.map(({ path }) => path);
    return paths.length === 0 ? null : { title, below: commonFolder(paths), songs: oneRun(paths) };
  };

  const songsOfAlbum = async (id: string): Promise<readonly MusicSong[]> =>
    (await music.album(id))?.songs ?? (await apps.looseSongs(id));

  const ofAlbum = async (id: string): Promise<Found> => {
    const songs = await songsOfAlbum(id);
    const title = songs[0]?.albumTitle ?? (await apps.folder(id))?.name ?? '';
    return together(title, songs);
  };

  const ofArtist = async (id: string): Promise<Found> => {
    const artist = await music.artist(id);
    if (artist === null && !isUnknown(id)) return null;
    const loose = await apps.looseAlbumsOf(artist === null ? null : id);
    const songs: MusicSong[] = [];
    for (const album of [...(artist?.albums ?? []), ...loose]) songs.push(...(await songsOfAlbum(album.id)));
    return together(artist?.name ?? unknownArtist, songs);
  };

  const ofFolder = async (id: string): Promise<Found> => {
    const folder = await apps.folder(id);
    return folder === null
      ? null
      : { title: folder.name, below: folder.path, songs: await flatten(folder.path) };
  };

  const ofPlaylist = async (id: string, userId: number): Promise<Found> => {
    const { name, songs } = await playlistOf(userId, id);
    return { title: name, below: null, songs };
  };

  const find = async ({ kind, id }: ItemId, userId: number): Promise<Found> => {
    switch (kind) {
      case 'album':
        return await ofAlbum(id);
      case 'artist':
        return await ofArtist(id);
      case 'folder':
        return await ofFolder(id);
      case 'playlist':
        return await ofPlaylist(id, userId);
      default:
        return null;
    }
  };

  /** @throws ProtocolError notFound */
  return async (text: string, { userId }: Pick<Caller, 'userId'>): Promise<SongsToKeep> => {
    const item = itemOf(text);
    const found = item === null ? null : await find(item, userId);
    if (found === null) throw notFound();
    return found;
  };
};
