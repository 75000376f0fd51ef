import type { FastifyReply, FastifyRequest } from 'fastify';
import { crossOriginHeaders } from '../../http/security-headers.ts';
import type { SongsToKeep } from './handlers/keeping.ts';
import type { Converted, MediaSender, StreamAsked } from './handlers/media.ts';

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** What sends bytes, as the features that have them do. */
export interface ByteSenders {
  readonly song: (
    exchange: Exchange,
    path: string,
    manner: {
      readonly disposition: 'inline' | 'attachment';
      readonly headers: Readonly<Record<string, string>>;
    },
  ) => Promise<unknown>;
  /** A song as it is, or converted where that is wished and can be. */
  readonly stream: (
    exchange: Exchange,
    path: string,
    asked: {
      readonly wish: Pick<StreamAsked, 'format' | 'mostKbps' | 'offsetSeconds'> | Converted;
      readonly manner: Pick<StreamAsked, 'isLengthTold'> & {
        readonly userId: number;
        readonly player: string;
        readonly signal: AbortSignal;
        readonly headers: Readonly<Record<string, string>>;
      };
    },
  ) => Promise<unknown>;
  /** Songs as one file that is made while it is sent. */
  readonly archive: (
    exchange: Exchange,
    archive: SongsToKeep & { readonly headers: Readonly<Record<string, string>> },
  ) => Promise<unknown>;
  readonly picture: (
    exchange: Exchange & { readonly signal: AbortSignal },
    wish: {
      readonly path: string;
      readonly size: PictureSize;
      readonly isPadded: boolean;
      readonly headers: Readonly<Record<string, string>>;
    },
  ) => Promise<unknown>;
}

/** Sizes of pictures that are kept, in pixels. */
const pictureSizes = {
  px64: 64,
  px128: 128,
  px200: 200,
  px300: 300,
  small: 400,
  px600: 600,
  px800: 800,
  large: 1200,
} as const;

type PictureSize = keyof typeof pictureSizes | 'native';

/** Few sizes are made of each picture: the first that is as large as the one asked for, or the largest. */
const sizeFor = (pixels: number): PictureSize => {
  if (pixels === 0) return 'native';
  const names = Object.keys(pictureSizes) as (keyof typeof pictureSizes)[];
  return names.find((name) => pictureSizes[name] >= pixels) ?? 'large';
};

const day = 'private, max-age=86400';
const forEver = 'private, max-age=31536000, immutable';

/** Sends bytes so that pages of other origins can show and play them. */
export const createMediaSender = ({ song, stream, archive, picture }: ByteSenders): MediaSender => ({
  song: async (path, { exchange }) => {
    await song(exchange, path, { disposition: 'attachment', headers: crossOriginHeaders });
  },
  archive: async (songs, { exchange }) => {
    await archive(exchange, { ...songs, headers: crossOriginHeaders });
  },
  stream: async (path, { isLengthTold, ...wish }, { exchange, signal, caller, client }) => {
    const player = `${caller.appId} ${client}`;
    const manner = { userId: caller.userId, player, signal, isLengthTold, headers: crossOriginHeaders };
    await stream(exchange, path, { wish, manner });
  },
  converted: async (path, wish, { exchange, signal, caller, client }) => {
    const player = `${caller.appId} ${client}`;
    const manner = {
      userId: caller.userId,
      player,
      signal,
      isLengthTold: false,
      headers: crossOriginHeaders,
    };
    await stream(exchange, path, { wish, manner });
  },
  picture: async (path, { pixels, isForEver }, { exchange, signal }) => {
    const headers = { ...crossOriginHeaders, Vary: 'Accept', 'Cache-Control': isForEver ? forEver : day };
    await picture({ ...exchange, signal }, { path, size: sizeFor(pixels), isPadded: false, headers });
  },
});
