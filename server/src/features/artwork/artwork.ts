import type { CollectionFile, CollectionLookup } from '../../library/read/library-reading.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { letGo, type OpenedFile, openInside } from '../../platform/paths/open-inside.ts';
import type { Refusal } from './pictures/picture-messages.ts';
import type { JobManner, JobResult, PictureProcesses } from './pictures/picture-processes.ts';
import type { ThumbnailCache } from './thumbnail-cache.ts';
import { type ThumbnailOptions, thumbnailName } from './thumbnail-options.ts';

/** What artwork needs. */
export interface ArtworkDeps {
  readonly lookup: Pick<CollectionLookup, 'findPictureFile' | 'findOtherPictures'>;
  /** Folders that the files of a source, told by its folder, may lie in; none once it is not served any more. */
  readonly foldersOf: (sourceRealPath: string) => readonly string[];
  /** Never served from. */
  readonly dataFolder: string;
  readonly cache: ThumbnailCache;
  readonly processes: PictureProcesses;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** Hears the colour (`#rrggbb`) of a picture, by its virtual path, whenever one was decoded. */
  readonly onColor?: (virtualPath: string, color: string) => void;
}

/** A file that was looked up and was there a moment ago. */
interface LocatedPicture {
  readonly virtualPath: string;
  readonly file: CollectionFile;
  /** See open-inside. */
  readonly identity: string;
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

/** How long a file that brought a decoder down, or took too long, is left alone, in milliseconds. */
const leaveAloneMs = 10 * 60_000;
const mostLeftAlone = 1000;

const notFound = (): AppError => new AppError('artwork_not_found', 'There is no picture here.');

const refusalError = (refusal: Refusal): AppError =>
  refusal === 'no-picture'
    ? notFound()
    : new AppError(
        'unsupported_picture',
        'This picture cannot be shown: it is broken, too large, or of a kind that is not supported.',
      );

const isRefusal = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'artwork_not_found' || error.code === 'unsupported_picture');

const quoted = (name: string): string => `"${name}"`;

/** Work that several requests wait for; it is taken back when the last of them goes away. */
interface Shared {
  readonly result: Promise<JobResult>;
  readonly controller: AbortController;
  waiting: number;
}

/** Waits for shared work on behalf of one request. */
const waitFor = async (shared: Shared, signal: AbortSignal | undefined): Promise<JobResult> => {
  shared.waiting += 1;
  const leave = (): void => {
    shared.waiting -= 1;
    if (shared.waiting === 0) shared.controller.abort();
  };
  signal?.addEventListener('abort', leave, { once: true });
  try {
    return await shared.result;
  } finally {
    signal?.removeEventListener('abort', leave);
  }
};

/** Pictures, by identity, that are not tried again for a while. */
const createLeftAlone = (clock: ArtworkDeps['clock']) => {
  /** Until when, in monotonic milliseconds. */
  const until = new Map<string, number>();
  return {
    has: (identity: string): boolean => (until.get(identity) ?? 0) > clock.monotonicMs(),
    add: (identity: string): void => {
      const oldest = until.keys().next().value;
      if (until.size >= mostLeftAlone && oldest !== undefined) until.delete(oldest);
      until.set(identity, clock.monotonicMs() + leaveAloneMs);
    },
  };
};

/** @see ArtworkDeps for what it holds; it starts nothing by itself. */
export const createArtwork = (deps: ArtworkDeps): Artwork => {
  const { cache, processes } = deps;
  const running = new Map<string, Shared>();
  const leftAlone = createLeftAlone(deps.clock);

  const locate = async (virtualPath: string): Promise<LocatedPicture> => {
    const file = await deps.lookup.findPictureFile(virtualPath);
    const opened =
      file === null
        ? null
        : await openInside(file.realPath, {
            folders: deps.foldersOf(file.sourceRealPath),
            forbidden: deps.dataFolder,
          });
    if (file === null || opened === null) throw notFound();
    letGo(opened);
    return { virtualPath, file, identity: opened.identity };
  };

  const work = async (
    picture: LocatedPicture,
    options: ThumbnailOptions | null,
    manner: JobManner,
  ): Promise<JobResult> => {
    const { file, identity } = picture;
    if (leftAlone.has(identity)) return { kind: 'gave-up' };
    const job = {
      path: file.realPath,
      folders: deps.foldersOf(file.sourceRealPath),
      forbidden: deps.dataFolder,
      kind: file.kind,
      options,
      cacheFolder: cache.folder,
    };
    const result = await processes.run(job, manner);
    if (result.kind === 'gave-up') leftAlone.add(identity);
    else if (result.kind !== 'absent') cache.remember(result);
    if (result.kind !== 'done') return result;
    if (result.color !== null) deps.onColor?.(picture.virtualPath, result.color);
    if (options !== null && result.made !== null) {
      await cache.put(thumbnailName(result.digest, options), result.made);
    }
    return result;
  };

  const share = (picture: LocatedPicture, options: ThumbnailOptions): Shared => {
    const key = thumbnailName(picture.identity, options);
    const known = running.get(key);
    if (known !== undefined && !known.controller.signal.aborted) return known;
    const controller = new AbortController();
    const result = work(picture, options, { isBackground: false, signal: controller.signal });
    const shared: Shared = { result, controller, waiting: 0 };
    running.set(key, shared);
    const forget = (): void => {
      if (running.get(key) === shared) running.delete(key);
    };
    result.then(forget, forget);
    return shared;
  };

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
        const name = thumbnailName(result.digest, options);
        if (result.made === null) return await fromCache(result.digest, options);
        const { bytes, contentType } = result.made;
        const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
        return { body, contentType, etag: quoted(name) };
      }
      default:
        return result satisfies never;
    }
  };

  const thumbnailOf = async (
    picture: LocatedPicture,
    options: ThumbnailOptions,
    signal?: AbortSignal,
  ): Promise<Thumbnail> => {
    const known = cache.findFile(picture.identity);
    if (known !== null && known.refusal !== null) throw refusalError(known.refusal);
    const cached = known?.digest == null ? null : await fromCache(known.digest, options);
    if (cached !== null) return cached;
    const result = await waitFor(share(picture, options), signal);
    const made = await fromResult(result, options);
    if (made !== null) return made;
    // The process saw a file that the index does not know, such as after a power cut.
    if (result.kind === 'done') await cache.remove(thumbnailName(result.digest, options));
    const again = await fromResult(await waitFor(share(picture, options), signal), options);
    if (again === null) throw new AppError('unavailable', 'The picture is being made. Please try again.');
    return again;
  };

  const colorOf = async (picture: LocatedPicture): Promise<string | null> => {
    const known = cache.findFile(picture.identity);
    if (known !== null && known.refusal !== null) return null;
    const color = known?.digest == null ? null : cache.findColor(known.digest);
    if (color !== null) return color;
    const result = await work(picture, null, { isBackground: true });
    return result.kind === 'done' ? result.color : null;
  };

  /** What else may be shown, one after the other. */
  async function* othersOf(virtualPath: string): AsyncGenerator<LocatedPicture> {
    for (const path of await deps.lookup.findOtherPictures(virtualPath)) {
      const picture = await locate(path).catch((error: unknown) => {
        if (isRefusal(error)) return null;
        throw error;
      });
      if (picture !== null) yield picture;
    }
  }

  return {
    locate,
    knownEtag: ({ identity }, options) => {
      const digest = cache.findFile(identity)?.digest ?? null;
      return digest === null ? null : quoted(thumbnailName(digest, options));
    },
    thumbnail: async (picture, options, signal) => {
      let refused: unknown;
      const attempt = (one: LocatedPicture): Promise<Thumbnail | null> =>
        thumbnailOf(one, options, signal).catch((error: unknown) => {
          if (!isRefusal(error)) throw error;
          refused ??= error;
          return null;
        });
      const own = await attempt(picture);
      if (own !== null) return own;
      for await (const other of othersOf(picture.virtualPath)) {
        const next = await attempt(other);
        if (next !== null) return next;
      }
      throw refused;
    },
    color: async (virtualPath) => {
      const own = await colorOf(await locate(virtualPath));
      if (own !== null) return own;
      for await (const other of othersOf(virtualPath)) {
        const color = await colorOf(other);
        if (color !== null) return color;
      }
      return null;
    },
  };
};
