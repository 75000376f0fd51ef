import { join } from 'node:path';
import { makePicture } from '@tonearm/testkit';
import { addressOf, appWith, as, createStoredFiles, type StoredFiles } from '../../../test/stored-files.ts';
import { hostFiles } from '../../platform/bucket/test-host-files.ts';
import { systemClock } from '../../platform/clock.ts';
import { silentLog } from '../../platform/log.ts';
import { createArtwork } from './artwork.ts';
import { createArtworkRoutes, createSendPicture } from './artwork-routes.ts';
import { createPictureProcesses, type PictureProcesses } from './pictures/picture-processes.ts';
import { createThumbnailCache } from './thumbnail-cache.ts';

/** What a test puts in place of the usual. */
interface TestArtworkOptions {
  readonly limitBytes?: number;
  readonly processes?: PictureProcesses;
  readonly cacheFolder?: string;
}

/** A picture of one colour, as the bytes of a PNG. */
export const png = (width: number, height = width, colour: [number, number, number] = [10, 200, 30]) =>
  makePicture({ width, height, colour }).data;

const open = async (
  options: TestArtworkOptions & { processes: PictureProcesses },
  { files, isServed }: { files: StoredFiles; isServed: () => boolean },
) => {
  const cache = createThumbnailCache({
    folder: options.cacheFolder ?? join(files.root, 'data/artwork'),
    limitBytes: options.limitBytes ?? 1e9,
    clock: systemClock,
    log: silentLog,
  });
  /** Jobs that reached the picture processes. */
  const jobs: string[] = [];
  const colors: [string, string][] = [];
  const counted: PictureProcesses = {
    ...options.processes,
    run: (job, manner) => {
      jobs.push(Buffer.from(job.path).toString());
      return options.processes.run(job, manner);
    },
  };
  const artwork = createArtwork({
    lookup: files.lookup,
    foldersOf: (source) => (isServed() ? [source] : []),
    dataFolder: join(files.root, 'data'),
    media: hostFiles,
    cache,
    processes: counted,
    clock: systemClock,
    onColor: (path, color) => colors.push([path, color]),
  });
  const app = await appWith(
    createArtworkRoutes({ sendPicture: createSendPicture({ artwork, clock: systemClock }) }),
  );
  const stop = async (): Promise<void> => {
    await app.close();
    cache.close();
  };
  return { app, cache, jobs, colors, stop };
};

/** Processes for all tests of a file: to start one takes longer than most tests. */
export const startTestProcesses = (): PictureProcesses =>
  createPictureProcesses({ clock: systemClock, log: silentLog });

/**
 * Thumbnails over real files, called as over the network. Whoever starts them disposes of them, and of the
 * processes that make them.
 */
export const startTestArtwork = async (processes: PictureProcesses) => {
  const files = createStoredFiles();
  let isServed = true;
  const openWith = (options: TestArtworkOptions) =>
    open({ processes, ...options }, { files, isServed: () => isServed });
  let running = await openWith({});
  const start = async (options: TestArtworkOptions = {}): Promise<void> => {
    running = await openWith(options);
  };

  return {
    files,
    get running() {
      return running;
    },
    setServed: (value: boolean): void => {
      isServed = value;
    },
    ask: (path: string, query = '', headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
      running.app.inject({
        method,
        url: `${addressOf('thumbnail', path)}${query}`,
        headers: { ...as('anna'), ...headers },
      }),
    stop: () => running.stop(),
    start,
    restart: async (options: TestArtworkOptions = {}): Promise<void> => {
      await running.stop();
      await start(options);
    },
    dispose: async (): Promise<void> => {
      await running.stop();
      files.dispose();
    },
  };
};

/** See {@link startTestArtwork}. */
export type TestArtwork = Awaited<ReturnType<typeof startTestArtwork>>;
