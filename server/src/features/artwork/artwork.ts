import type { CollectionLookup } from '../../library/read/library-reading.ts';
import { AppError } from '../../platform/app-error.ts';
import type { OpenedFile } from '../../platform/paths/open-inside.ts';
import { createPicturePlaces } from './picture-places.ts';
import { createPictureWork, type LocatedPicture, type PictureWorkDeps } from './picture-work.ts';
import type { Refusal } from './pictures/picture-messages.ts';
import type { JobResult } from './pictures/picture-processes.ts';
import type { ThumbnailCache } from './thumbnail-cache.ts';
import { type ThumbnailOptions, thumbnailName } from './thumbnail-options.ts';

/** What artwork needs. */
export interface ArtworkDeps extends PictureWorkDeps {
  readonly lookup: Pick<CollectionLookup, 'findPictureFile' | 'findOtherPictures'>;
}

/** A thumbnail, ready to be sent at any speed: nothing is held while it is. */
interface Thumbnail {
  /** A file is closed by whoever asked. */
  readonly body: Buffer | OpenedFile;
  readonly contentType: string;
  readonly etag: string;
}

/** Pictures of the collection as thumbnails and colours. */
export interface Artwork {
  /** @throws AppError artwork_not_found */
  locate(virtualPath: string): Promise<LocatedPicture>;
  /** The ETag a thumbnail will have, with its quotes; null when the picture was never looked into. */
  knownEtag(picture: LocatedPicture, options: ThumbnailOptions): string | null;
  /**
   * From the cache, else made; equal requests share the work. Of a picture that cannot be shown the next best.
   * @throws AppError artwork_not_found, unsupported_picture or unavailable
   */
  thumbnail(picture: LocatedPicture, options: ThumbnailOptions, signal?: AbortSignal): Promise<Thumbnail>;
  /** The average colour (`#rrggbb`) of what is shown, found in the background; null when nothing is. */
  color(virtualPath: string): Promise<string | null>;
}

const notFound = (): AppError => new AppError('artwork_not_found', 'There is no picture here.');

const refusalError = (refusal: Refusal): AppError =>
  refusal === 'no-picture'
    ? notFound()
    : new AppError(
        'unsupported_picture',
        'This picture cannot be shown: it is broken, too large, or of a kind that is not supported.',
      );

/** Nothing where there is no picture that can be shown; what else went wrong is thrown on. */
const unlessRefused = (error: unknown): null => {
  const code = error instanceof AppError ? error.code : null;
  if (code === 'artwork_not_found' || code === 'unsupported_picture') return null;
  throw error;
};

const quoted = (name: string): string => `"${name}"`;

/** Thumbnails of pictures that can be shown, from the cache or made. */
const createThumbnails = (cache: ThumbnailCache, make: ReturnType<typeof createPictureWork>['make']) => {
  const fromCache = async (digest: string, options: ThumbnailOptions): Promise<Thumbnail | null> => {
    const name = thumbnailName(digest, options);
    const cached = await cache.open(name);
    return cached === null
      ? null
      : { body: cached.body, contentType: cached.contentType, etag: quoted(name) };
  };

  const fromResult = async (result: JobResult, options: ThumbnailOptions): Promise<Thumbnail | null> => {
    switch (result.kind) {
      case 'absent':
        throw notFound();
      case 'refused':
        throw refusalError(result.refusal);
      case 'gave-up':
        throw refusalError('unsupported');
      case 'done': {
        if (result.made === null) return await fromCache(result.digest, options);
        const { bytes, contentType } = result.made;
        const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
        return { body, contentType, etag: quoted(thumbnailName(result.digest, options)) };
      }
      default:
        return result satisfies never;
    }
  };

  return async (
    picture: LocatedPicture,
    options: ThumbnailOptions,
    signal?: AbortSignal,
  ): Promise<Thumbnail> => {
    const known = cache.findFile(picture.identity);
    if (known !== null && known.refusal !== null) throw refusalError(known.refusal);
    const cached = known?.digest == null ? null : await fromCache(known.digest, options);
    if (cached !== null) return cached;
    const result = await make(picture, options, signal);
    const made = await fromResult(result, options);
    if (made !== null) return made;
    // The process saw a file that the index does not know, such as after a power cut.
    if (result.kind === 'done') await cache.remove(thumbnailName(result.digest, options));
    const again = await fromResult(await make(picture, options, signal), options);
    if (again === null) throw new AppError('unavailable', 'The picture is being made. Please try again.');
    return again;
  };
};

/** @see ArtworkDeps for what it holds; it starts nothing by itself. */
export const createArtwork = (deps: ArtworkDeps): Artwork => {
  const { lookup, cache } = deps;
  const work = createPictureWork(deps);
  const thumbnailOf = createThumbnails(cache, work.make);

  const places = createPicturePlaces(deps);
  const locate = async (virtualPath: string): Promise<LocatedPicture> => {
    const file = await lookup.findPictureFile(virtualPath);
    const identity = file === null ? null : await places.identityOf(file);
    if (file === null || identity === null) throw notFound();
    return { virtualPath, file, identity };
  };

  const colorOf = async (picture: LocatedPicture): Promise<string | null> => {
    const known = cache.findFile(picture.identity);
    if (known !== null && known.refusal !== null) return null;
    const color = known?.digest == null ? null : cache.findColor(known.digest);
    if (color !== null) return color;
    const result = await work.look(picture);
    return result.kind === 'done' ? result.color : null;
  };

  /** The picture itself, else the next of those that may be shown in its place. */
  const firstShown = async <T>(
    picture: LocatedPicture,
    attempt: (one: LocatedPicture) => Promise<T | null>,
  ): Promise<T | null> => {
    const own = await attempt(picture);
    if (own !== null) return own;
    for (const path of await lookup.findOtherPictures(picture.virtualPath)) {
      const other = await locate(path).catch(unlessRefused);
      const next = other === null ? null : await attempt(other);
      if (next !== null) return next;
    }
    return null;
  };

  return {
    locate,
    knownEtag: ({ identity }, options) => {
      const digest = cache.findFile(identity)?.digest ?? null;
      return digest === null ? null : quoted(thumbnailName(digest, options));
    },
    thumbnail: async (picture, options, signal) => {
      let refused: unknown;
      const shown = await firstShown(picture, (one) =>
        thumbnailOf(one, options, signal).catch((error: unknown) => {
          refused ??= error;
          return unlessRefused(error);
        }),
      );
      if (shown === null) throw refused;
      return shown;
    },
    color: async (virtualPath) => firstShown(await locate(virtualPath), colorOf),
  };
};
