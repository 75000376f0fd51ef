import type { CollectionFile } from '../../library/read/library-reading.ts';
import type { MediaFiles } from '../../platform/bucket/remote-files.ts';
import type { JobManner } from '../../platform/child/job-line.ts';
import type { Clock } from '../../platform/clock.ts';
import { rememberNewest } from '../../platform/remembered.ts';
import { createPicturePlaces, type PicturePlace } from './picture-places.ts';
import type { JobResult, PictureProcesses } from './pictures/picture-processes.ts';
import type { ThumbnailCache } from './thumbnail-cache.ts';
import { type ThumbnailOptions, thumbnailName } from './thumbnail-options.ts';

/** A file that was looked up and was there a moment ago. */
export interface LocatedPicture {
  readonly virtualPath: string;
  readonly file: CollectionFile;
  /** See open-inside. */
  readonly identity: string;
}

/** How long a file that brought a decoder down, or took too long, is left alone, in milliseconds. */
const leaveAloneMs = 10 * 60_000;
const mostLeftAlone = 1000;

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
const createLeftAlone = (clock: Pick<Clock, 'monotonicMs'>) => {
  /** Until when, in monotonic milliseconds. */
  const until = new Map<string, number>();
  return {
    has: (identity: string): boolean => (until.get(identity) ?? 0) > clock.monotonicMs(),
    add: (identity: string): void => {
      const value = clock.monotonicMs() + leaveAloneMs;
      rememberNewest(until, { key: identity, value, most: mostLeftAlone });
    },
  };
};

/** What looking into pictures needs. */
export interface PictureWorkDeps {
  /** Folders that the files of a source, told by its folder, may lie in; none once it is not served any more. */
  readonly foldersOf: (sourceRealPath: string) => readonly string[];
  /** Never served from. */
  readonly dataFolder: string;
  readonly media: MediaFiles;
  readonly cache: ThumbnailCache;
  readonly processes: PictureProcesses;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** Hears the colour (`#rrggbb`) of a picture, by its virtual path, whenever one was decoded. */
  readonly onColor?: (virtualPath: string, color: string) => void;
}

/** What is made of a picture, and how. */
interface Order {
  readonly identity: string;
  readonly options: ThumbnailOptions | null;
  readonly manner: JobManner;
}

/** Has a process do a job where the picture is, if it is anywhere. */
const createRunAt =
  ({ processes, cache }: { processes: PictureProcesses; cache: ThumbnailCache }) =>
  async (place: PicturePlace | 'none' | null, { identity, options, manner }: Order): Promise<JobResult> => {
    if (place === null) return { kind: 'absent' };
    if (place === 'none') return { kind: 'refused', identity, refusal: 'no-picture' };
    const result = await processes.run({ ...place, options, cacheFolder: cache.folder }, manner);
    // Only a copy may lie in the data folder; it has another identity than what it is of.
    const isCopy = place.forbidden === undefined;
    return isCopy && 'identity' in result ? { ...result, identity } : result;
  };

/** Has pictures looked into and thumbnails made, and remembers what came of it. */
export const createPictureWork = (deps: PictureWorkDeps) => {
  const { cache } = deps;
  const places = createPicturePlaces(deps);
  const runAt = createRunAt(deps);
  const running = new Map<string, Shared>();
  const leftAlone = createLeftAlone(deps.clock);

  const work = async (
    picture: LocatedPicture,
    options: ThumbnailOptions | null,
    manner: JobManner,
  ): Promise<JobResult> => {
    const { file, identity } = picture;
    if (leftAlone.has(identity)) return { kind: 'gave-up' };
    const known = places.placeOf(file);
    const place = known instanceof Promise ? await known : known;
    const result = await runAt(place, { identity, options, manner });
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

  return {
    /** Looks for the colour alone, in the background. */
    look: (picture: LocatedPicture): Promise<JobResult> => work(picture, null, { isBackground: true }),
    /** Makes a thumbnail; equal requests share the work. */
    make: (picture: LocatedPicture, options: ThumbnailOptions, signal?: AbortSignal): Promise<JobResult> =>
      waitFor(share(picture, options), signal),
  };
};
