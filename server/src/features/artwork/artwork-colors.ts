import type { ColorReading } from '../../library/read/color-reading.ts';
import { AppError } from '../../platform/app-error.ts';
import type { AppEvents } from '../../platform/app-events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Events } from '../../platform/events.ts';
import type { Log } from '../../platform/log.ts';
import { splitLast } from '../../platform/paths/virtual-path.ts';
import type { Artwork } from './artwork.ts';

/** Keeps the colour of a folder's picture (`#rrggbb`); the scanner's thread writes it. */
export type SetArtworkColor = (directoryId: number, color: string) => void;

/** What the search for colours needs. */
export interface ArtworkColorsDeps {
  readonly artwork: Pick<Artwork, 'color'>;
  readonly store: ColorReading;
  readonly setArtworkColor: SetArtworkColor;
  /** Whether a scan runs: it needs the processors, and its memory and that of pictures would add up. */
  readonly isScanning: () => boolean;
  readonly events: Pick<Events<AppEvents>, 'on'>;
  readonly clock: Pick<Clock, 'schedule' | 'monotonicMs'>;
  readonly log: Log;
}

/** Finds the average colours of the folders' pictures, so that lists have something to show at once. */
export interface ArtworkColors {
  /** Tells of a colour that was found while a thumbnail was made. */
  report(virtualPath: string, color: string): void;
  /** Begins to follow the collection. */
  start(): void;
  /** Resolves when nothing runs any more. */
  stop(): Promise<void>;
}

/** The collection is left alone for this long after it changed, in milliseconds. */
const quietMs = 5000;

/** Of the time a picture took, this much is rested before the next. */
const restShare = 1;

/** Starts nothing by itself. */
export const createArtworkColors = (deps: ArtworkColorsDeps): ArtworkColors => {
  let isStopped = false;
  let cancelQuiet = (): void => {};
  let endRest = (): void => {};
  let unsubscribe = (): void => {};
  let pass: Promise<void> | null = null;
  let isPassWanted = false;
  /** Counts libraries: numbers of folders of a former one mean others now. */
  let library = 1;

  const rest = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const cancel = deps.clock.schedule(ms, resolve);
      endRest = () => {
        cancel();
        resolve();
      };
    });

  const colorOf = async (artworkPath: string): Promise<string | null> => {
    try {
      return await deps.artwork.color(artworkPath);
    } catch (error) {
      // Gone meanwhile, or too much to do: the next pass tries again.
      if (error instanceof AppError) return null;
      throw error;
    }
  };

  const walk = async (): Promise<void> => {
    const begunWith = library;
    for (let page = await deps.store.listUncolored(0); page !== null; ) {
      for (const { id, artworkPath } of page.directories) {
        if (isStopped) return;
        if (deps.isScanning()) {
          waitForQuiet();
          return;
        }
        const sinceMs = deps.clock.monotonicMs();
        const color = await colorOf(artworkPath);
        if (library !== begunWith) return;
        if (color !== null) deps.setArtworkColor(id, color);
        if (isStopped) return;
        await rest((deps.clock.monotonicMs() - sinceMs) * restShare);
      }
      if (isStopped) return;
      if (library !== begunWith) return;
      page = await deps.store.listUncolored(page.nextId);
    }
  };

  const run = (): void => {
    if (isStopped) return;
    if (pass !== null) {
      isPassWanted = true;
      return;
    }
    isPassWanted = false;
    pass = walk()
      .catch((error: unknown) => deps.log.error('colours of pictures could not be found', { error }))
      .finally(() => {
        pass = null;
        if (isPassWanted) run();
      });
  };

  const waitForQuiet = (): void => {
    cancelQuiet();
    cancelQuiet = deps.clock.schedule(quietMs, run);
  };

  return {
    report: (virtualPath, color) => {
      const folderPath = splitLast(virtualPath).folder;
      const askedWith = library;
      const showing = deps.store.findShowing({ artworkPath: virtualPath, folderPath, color });
      showing
        .then((directoryId) => {
          if (directoryId === null || isStopped || library !== askedWith) return;
          deps.setArtworkColor(directoryId, color);
        })
        .catch((error: unknown) => deps.log.error('the colour of a picture could not be kept', { error }));
    },
    start: () => {
      const leave = [
        deps.events.on('collection-changed', waitForQuiet),
        deps.events.on('library-replaced', () => {
          library += 1;
        }),
      ];
      unsubscribe = () => {
        for (const each of leave) each();
      };
      waitForQuiet();
    },
    stop: async () => {
      isStopped = true;
      unsubscribe();
      cancelQuiet();
      endRest();
      await pass;
    },
  };
};
