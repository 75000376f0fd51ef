import type { Base } from './compose-base.ts';
import { afterReading } from './compose-others.ts';
import { createCorrections, createCorrectionsRoutes } from './features/corrections/index.ts';
import type { LibraryReading } from './library/read/library-reading.ts';

/** What administrators say of the collection where files say otherwise. */
export const composeCorrections = async (
  { sharing, state, events, world }: Base,
  { corrections: facts }: Pick<LibraryReading, 'corrections'>,
) => {
  const corrections = await createCorrections({ state, facts, events, clock: world.clock });
  const routes = createCorrectionsRoutes({ corrections });
  return { corrections, routes: afterReading({ sharing }, corrections, routes) };
};
