import { join } from 'node:path';
import type { Route } from '../../http/route.ts';
import type { ColorReading } from '../../library/read/color-reading.ts';
import type { CollectionLookup } from '../../library/read/library-reading.ts';
import type { AppEvents } from '../../platform/app-events.ts';
import type { MediaFiles } from '../../platform/bucket/remote-files.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Events } from '../../platform/events.ts';
import type { Log } from '../../platform/log.ts';
import { createArtwork } from './artwork.ts';
import { createArtworkColors, type SetArtworkColor } from './artwork-colors.ts';
import { createArtworkRoutes, createSendPicture, type SendPicture } from './artwork-routes.ts';
import { createPictureProcesses } from './pictures/picture-processes.ts';
import { createThumbnailCache } from './thumbnail-cache.ts';

/** What the artwork feature needs. */
export interface ArtworkFeatureDeps {
  readonly lookup: Pick<CollectionLookup, 'findPictureFile' | 'findOtherPictures'>;
  /** Folders that the files of a source, told by its folder, may lie in; none once it is not served any more. */
  readonly foldersOf: (sourceRealPath: string) => readonly string[];
  /** Holds the cache in `artwork/`; never served from. */
  readonly dataFolder: string;
  readonly media: MediaFiles;
  readonly colors: ColorReading;
  readonly setArtworkColor: SetArtworkColor;
  /** Whether a scan runs; colours are found when none does. */
  readonly isScanning: () => boolean;
  readonly events: Pick<Events<AppEvents>, 'on'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Size of the cache on disk; 512 MiB unless told. */
  readonly cacheLimitBytes?: number;
}

/** Thumbnails and colours. */
export interface ArtworkFeature {
  readonly routes: readonly Route[];
  readonly sendPicture: SendPicture;
  /** Begins to look for the colours of pictures after scans. */
  start(): void;
  stop(): Promise<void>;
}

const defaultCacheLimitBytes = 512 * 1024 * 1024;

/** Opens the cache; no process is started before the first picture. Whoever makes it stops it. */
export const createArtworkFeature = (deps: ArtworkFeatureDeps): ArtworkFeature => {
  const { clock, log } = deps;
  const cache = createThumbnailCache({
    folder: join(deps.dataFolder, 'artwork'),
    limitBytes: deps.cacheLimitBytes ?? defaultCacheLimitBytes,
    clock,
    log,
  });
  const processes = createPictureProcesses({ clock, log });
  const artwork = createArtwork({
    lookup: deps.lookup,
    foldersOf: deps.foldersOf,
    dataFolder: deps.dataFolder,
    media: deps.media,
    cache,
    processes,
    clock,
    onColor: (virtualPath, color) => colors.report(virtualPath, color),
  });
  const colors = createArtworkColors({
    artwork,
    store: deps.colors,
    setArtworkColor: deps.setArtworkColor,
    isScanning: deps.isScanning,
    events: deps.events,
    clock,
    log,
  });
  deps.events.on('storage-changed', ({ code }) => {
    if (code === 'ok') cache.heal();
  });
  const sendPicture = createSendPicture({ artwork, clock });
  return {
    routes: createArtworkRoutes({ sendPicture }),
    sendPicture,
    start: colors.start,
    stop: async () => {
      processes.dispose();
      await colors.stop();
      cache.close();
    },
  };
};
