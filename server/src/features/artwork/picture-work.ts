import type { CollectionFile } from '../../library/read/library-reading.ts';
import type { JobManner } from '../../platform/child/job-line.ts';
import type { Clock } from '../../platform/clock.ts';
import { rememberNewest } from '../../platform/remembered.ts';
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
  readonly cache: ThumbnailCache;
  readonly processes: PictureProcesses;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** Hears the colour (`#rrggbb`) of a picture, by its virtual path, whenever one was decoded. */
  readonly onColor?: (virtualPath: string, color: string) => void;
}

/** Has pictures looked into and thumbnails made, and remembers what came of it. */
export const createPictureWork = (deps: PictureWorkDeps) => {
  const { cache, processes } = deps;
  const running = new Map<string, Shared>();
  const leftAlone = createLeftAlone(deps.clock);

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

  return {
    /** Looks for the colour alone, in the background. */
    look: (picture: LocatedPicture): Promise<JobResult> => work(picture, null, { isBackground: true }),
    /** Makes a thumbnail; equal requests share the work. */
    make: (picture: LocatedPicture, options: ThumbnailOptions, signal?: AbortSignal): Promise<JobResult> =>
      waitFor(share(picture, options), signal),
  };
};
