import type { AppReading } from '../../../library/read/apps/app-reading.ts';
import type { MusicReading } from '../../../library/read/music/music-reading.ts';
import { type Context, type Handlers, isAnswered } from '../call.ts';
import { itemOf, pictureItemOf } from '../ids.ts';
import { codes, notFound, ProtocolError } from '../protocol-error.ts';
import type { createKeeping, SongsToKeep } from './keeping.ts';

/** How an app asks for the sound of a song. */
export interface StreamAsked {
  /** What it calls the format, `raw` for the file as it is; null where it does not say. */
  readonly format: string | null;
  /** Most kilobits a second; null for any. */
  readonly mostKbps: number | null;
  readonly offsetSeconds: number;
  /** Whether a length is told of what is not made yet. */
  readonly isLengthTold: boolean;
}

/** What a song is converted to, decided before. */
export interface Converted {
  readonly format: 'opus' | 'mp3' | 'aac' | 'flac';
  readonly bitRateKbps: number | null;
  readonly offsetSeconds: number;
}

/** The lower of limits in kilobits a second, of which 0 and null are none. */
const lowestOf = (...limits: readonly (number | null)[]): number | null => {
  const set = limits.filter((limit) => limit !== null && limit > 0) as number[];
  return set.length === 0 ? null : Math.min(...set);
};

type PlayCall = Pick<Context, 'exchange' | 'signal' | 'caller' | 'client'>;

/** Sends bytes as an answer. Each fails with an AppError where there are none. */
export interface MediaSender {
  /** The file of a song as it is, to be kept. */
  song(path: string, call: Pick<Context, 'exchange'>): Promise<void>;
  /** The files of songs as they are, in one. */
  archive(songs: SongsToKeep, call: Pick<Context, 'exchange'>): Promise<void>;
  /** A song to be played. */
  stream(path: string, asked: StreamAsked, call: PlayCall): Promise<void>;
  /** The same, converted as was decided. */
  converted(path: string, wish: Converted, call: PlayCall): Promise<void>;
  /** A picture of so many pixels or a little more, 0 for as large as it is; one that is kept may be kept for ever. */
  picture(
    path: string,
    how: { readonly pixels: number; readonly isForEver: boolean },
    call: Pick<Context, 'exchange' | 'signal'>,
  ): Promise<void>;
}

/** What media stand on. */
export interface MediaDeps {
  readonly apps: AppReading;
  readonly music: MusicReading;
  readonly send: MediaSender;
  /** The picture of a playlist that somebody may see. */
  readonly pictureOfPlaylist: (userId: number, id: string) => Promise<string | null>;
  readonly settings: () => { readonly subsonic_downloads: boolean };
  readonly songsToKeep: ReturnType<typeof createKeeping>;
}

type MediaCalls = 'stream' | 'download' | 'getCoverArt' | 'getAvatar';

/** The picture that an item is shown with; null for none. */
const createPictureOf = ({
  apps,
  music,
  pictureOfPlaylist,
}: Pick<MediaDeps, 'apps' | 'music' | 'pictureOfPlaylist'>) => {
  return async (text: string, userId: number): Promise<string | null> => {
    const item = pictureItemOf(text);
    switch (item?.kind) {
      case 'song':
        return (await music.songsById([item.id]))[0]?.artwork ?? null;
      case 'album': {
        const path = (await apps.albumPictures([item.id])).get(item.id);
        return path ?? (await apps.folder(item.id))?.artwork ?? null;
      }
      case 'folder':
        return (await apps.folder(item.id))?.artwork ?? null;
      case 'artist':
        return (await apps.artistPictures([item.id])).get(item.id) ?? null;
      case 'playlist':
        return await pictureOfPlaylist(userId, item.id);
      default:
        return null;
    }
  };
};

/** The bytes of songs and pictures. */
export const createMediaHandlers = ({
  apps,
  music,
  send,
  pictureOfPlaylist,
  settings,
  songsToKeep,
}: MediaDeps): Pick<Handlers, MediaCalls> => {
  const songPath = async (text: string): Promise<string> => {
    const item = itemOf(text);
    const [path] = item?.kind === 'song' ? await music.songPaths([item.id]) : [];
    if (path == null) throw notFound('song');
    return path;
  };

  const pictureOf = createPictureOf({ apps, music, pictureOfPlaylist });

  return {
    stream: async (call) => {
      const { id, format, maxBitRate, timeOffset, estimateContentLength } = call.parameters;
      const asked = {
        format: format?.toLowerCase() ?? null,
        mostKbps: lowestOf(maxBitRate, call.caller.maxBitRate),
        offsetSeconds: timeOffset,
        isLengthTold: estimateContentLength,
      };
      await send.stream(await songPath(id), asked, call);
      return isAnswered;
    },
    download: async (call) => {
      if (!settings().subsonic_downloads)
        throw new ProtocolError(codes.notAllowed, 'Downloads are switched off on this server.');
      const { id } = call.parameters;
      if (itemOf(id)?.kind === 'song') await send.song(await songPath(id), call);
      else await send.archive(await songsToKeep(id, call.caller), call);
      return isAnswered;
    },
    getCoverArt: async (call) => {
      const path = await pictureOf(call.parameters.id, call.caller.userId);
      if (path === null) throw notFound('picture');
      const { id, size } = call.parameters;
      const digest = (await apps.pictureDigests([path])).get(path);
      // Digits that are those of the picture as it is name it for ever.
      await send.picture(path, { pixels: size, isForEver: id.endsWith(`_${digest}`) }, call);
      return isAnswered;
    },
    getAvatar: () => {
      throw notFound('picture');
    },
  };
};
