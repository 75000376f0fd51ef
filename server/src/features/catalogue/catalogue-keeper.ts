import { setImmediate as turn } from 'node:timers/promises';
import type { OneLibrary } from '../../library/one-library.ts';
import type { CatalogueReading } from '../../library/read/library-reading.ts';
import type { AppEvents } from '../../platform/app-events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Events } from '../../platform/events.ts';
import { inSlices } from '../../platform/slices.ts';
import type { Catalogue } from './catalogue.ts';
import { createCatalogueBuilder } from './catalogue-build.ts';

/** Songs read at once: a few milliseconds. */
const runLength = 500;

/** Of a collection that takes longer, in milliseconds, what it lately was is answered while it is read again. */
const quickMs = 250;

/** Nobody has asked for this long, in milliseconds: the memory is given back. */
const idleMs = 10 * 60_000;

/** What the keeper stands on. */
export interface CatalogueDeps {
  readonly catalogue: CatalogueReading;
  readonly oneLibrary: OneLibrary;
  readonly events: Pick<Events<AppEvents>, 'on'>;
  readonly clock: Pick<Clock, 'monotonicMs' | 'schedule'>;
}

/** The catalogue of the collection as it is, made when it is asked for and let go of when nobody does. */
export type CatalogueOf = () => Promise<Catalogue>;

/** Made anew when the collection changed. */
export const createCatalogueKeeper = (deps: CatalogueDeps): CatalogueOf => {
  const { clock, oneLibrary } = deps;
  let made: { catalogue: Catalogue; revision: number; tookMs: number } | null = null;
  let making: { promise: Promise<Catalogue>; revision: number } | null = null;
  let revision = 0;
  let cancelIdle = (): void => {};

  const changed = (): void => {
    revision += 1;
  };
  deps.events.on('collection-changed', changed);
  deps.events.on('library-replaced', () => {
    changed();
    made = null;
  });

  async function* rows() {
    for (let after = 0; ; ) {
      const run = await deps.catalogue.songsAfter(after, runLength);
      yield run;
      const last = run.at(-1);
      if (last === undefined || run.length < runLength) return;
      after = last.id;
    }
  }

  const make = async (): Promise<Catalogue> => {
    const begunIn = revision;
    const startMs = clock.monotonicMs();
    const builder = createCatalogueBuilder();
    for await (const run of oneLibrary.steadily(rows())) {
      for (const row of run) builder.take(row);
      await turn();
    }
    const catalogue = await inSlices(builder.end());
    made = { catalogue, revision: begunIn, tookMs: clock.monotonicMs() - startMs };
    return catalogue;
  };

  /** Whoever asks while it is made waits for the same, unless something changed since it was begun. */
  const makeOnce = (): Promise<Catalogue> => {
    if (making?.revision === revision) return making.promise;
    const mine = {
      revision,
      promise: make().finally(() => {
        if (making === mine) making = null;
      }),
    };
    making = mine;
    return mine.promise;
  };

  return async () => {
    cancelIdle();
    cancelIdle = clock.schedule(idleMs, () => {
      made = null;
    });
    if (made === null) return await makeOnce();
    if (made.revision === revision) return made.catalogue;
    if (made.tookMs <= quickMs) return await makeOnce();
    // One that fails, because the library was made anew meanwhile, is asked for again.
    if (making === null) makeOnce().catch(() => {});
    return made.catalogue;
  };
};
