import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ChunkLender, createChunkLenders } from '../../http/media/chunk-lender.ts';
import { sendBytes, sendIfKnown } from '../../http/media/range-response.ts';
import { type Answered, answered, type Route, route } from '../../http/route.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Artwork } from './artwork.ts';
import type { ThumbnailOptions } from './thumbnail-options.ts';

/** Whether an Accept header names WebP: a client that does not is sent JPEG, which all know. */
const takesWebp = (accept: string | undefined): boolean =>
  (accept ?? '').split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return type === 'image/webp' && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });

/** @returns null when the client went away meanwhile, whatever became of the work */
const takeUnlessGone = async <T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> => {
  try {
    return await work;
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
};

/** Which picture is sent, and how. */
interface PictureWish {
  /** Virtual path of a picture file, or of a song that embeds one. */
  readonly path: string;
  readonly size: ThumbnailOptions['size'];
  readonly isPadded: boolean;
  /** Headers of its own. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a picture to a GET or HEAD. Fails with artwork_not_found, unsupported_picture or unavailable. */
export type SendPicture = (
  exchange: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly signal: AbortSignal },
  wish: PictureWish,
) => Promise<Answered>;

/** Makes it. */
export const createSendPicture =
  (
    deps: { artwork: Artwork; clock: Pick<Clock, 'nowMs'> },
    lend: () => ChunkLender = createChunkLenders(),
  ): SendPicture =>
  async ({ request, reply, signal }, { path, size, isPadded, headers = {} }) => {
    const options: ThumbnailOptions = {
      size,
      isPadded,
      format: takesWebp(request.headers.accept) ? 'webp' : 'jpeg',
    };
    const picture = await deps.artwork.locate(path);
    const etag = deps.artwork.knownEtag(picture, options);
    const unchanged = etag === null ? null : sendIfKnown({ request, reply }, { etag, headers });
    if (unchanged !== null) return unchanged;
    const thumbnail = await takeUnlessGone(deps.artwork.thumbnail(picture, options, signal), signal);
    if (thumbnail === null) {
      reply.hijack();
      return answered;
    }
    return await sendBytes(
      { request, reply },
      { ...thumbnail, headers, lastModifiedMs: null, nowMs: deps.clock.nowMs(), lend },
    );
  };

/**
 * The pictures of the collection. Only the one browser that asked may keep an answer (it is private), and that takes
 * either format: without `Vary` a page finds again what its own picture elements brought, while no server is there.
 */
export const createArtworkRoutes = ({ sendPicture }: { sendPicture: SendPicture }): Route[] => [
  route('thumbnail', ({ parameter, query, request, reply, signal }) =>
    sendPicture(
      { request, reply, signal },
      { path: parameter, size: query.size, isPadded: query.pad === 'true' },
    ),
  ),
];
