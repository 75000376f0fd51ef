import type { thumbnailSizes } from '@tonearm/contract';
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
      readonly size: keyof typeof thumbnailSizes;
      readonly isPadded: boolean;
      readonly headers: Readonly<Record<string, string>>;
    },
  ) => Promise<unknown>;
}

/** The stored size that is at least as large as the one asked for, in pixels. */
const sizeFor = (pixels: number): keyof typeof thumbnailSizes => {
  if (pixels === 0) return 'native';
  if (pixels <= 40) return 'tiny';
  return pixels <= 400 ? 'small' : 'large';
};

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
  picture: async (path, size, { exchange, signal }) => {
    const headers = { ...crossOriginHeaders, 'Cache-Control': 'private, max-age=86400' };
    await picture({ ...exchange, signal }, { path, size: sizeFor(size), isPadded: false, headers });
  },
});
