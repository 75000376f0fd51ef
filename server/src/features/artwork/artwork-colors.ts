import type { ColorReading } from '../../library/read/color-reading.ts';
import { AppError } from '../../platform/app-error.ts';
import type { AppEvents } from '../../platform/app-events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Events } from '../../platform/events.ts';
import type { Log } from '../../platform/log.ts';
import { splitLast } from '../../platform/paths/virtual-path.ts';
import { createQuietPass } from '../../platform/quiet-pass.ts';
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

const createColorOf =
  (artwork: ArtworkColorsDeps['artwork']) =>
  async (artworkPath: string): Promise<string | null> => {
    try {
      return await artwork.color(artworkPath);
    } catch (error) {
      // Gone meanwhile, or too much to do: the next pass tries again.
      if (error instanceof AppError) return null;
      throw error;
    }
  };

/** Starts nothing by itself. */
export const createArtworkColors = (deps: ArtworkColorsDeps): ArtworkColors => {
  const { store, clock, events, log } = deps;
  const colorOf = createColorOf(deps.artwork);
  /** Counts libraries: numbers of folders of a former one mean others now. */
  let library = 1;

  const walk = async (): Promise<void> => {
    const begunWith = library;
    for (let page = await store.listUncolored(0); page !== null; ) {
      for (const { id, artworkPath } of page.directories) {
        if (passes.isStopped()) return;
        if (deps.isScanning()) return passes.waitForQuiet();
        const sinceMs = clock.monotonicMs();
        const color = await colorOf(artworkPath);
        if (library !== begunWith) return;
        if (color !== null) deps.setArtworkColor(id, color);
        if (passes.isStopped()) return;
        await passes.rest((clock.monotonicMs() - sinceMs) * restShare);
      }
      if (passes.isStopped() || library !== begunWith) return;
      page = await store.listUncolored(page.nextId);
    }
  };

  const passes = createQuietPass({
    walk,
    quietMs,
    next: 'at once',
    onFailure: (error) => log.error('colours of pictures could not be found', { error }),
    clock,
  });

  return {
    report: (virtualPath, color) => {
      const folderPath = splitLast(virtualPath).folder;
      const askedWith = library;
      store
        .findShowing({ artworkPath: virtualPath, folderPath, color })
        .then((directoryId) => {
          if (directoryId === null || passes.isStopped() || library !== askedWith) return;
          deps.setArtworkColor(directoryId, color);
        })
        .catch((error: unknown) => log.error('the colour of a picture could not be kept', { error }));
    },
    start: () =>
      passes.start(
        events.on('collection-changed', passes.waitForQuiet),
        events.on('library-replaced', () => {
          library += 1;
        }),
      ),
    stop: passes.stop,
  };
};
