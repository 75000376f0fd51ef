import { createRemembered } from '../../platform/remembered.ts';
import { foldText } from '../../platform/text/fold.ts';

const ignored = /[\s_\-']+/gu;

/** How many names are remembered: those of artists and genres are on many songs. */
const rememberedNames = 2_000;

const remembered = createRemembered<string>(rememberedNames);

const fold = (name: string): string => {
  const folded = foldText(name);
  const bare = folded.replace(ignored, '');
  return bare === '' ? folded.trim() : bare;
};

/**
 * What two names share that mean the same: case, accents, blanks, `_`, `-` and `'` do not count. A name of nothing but
 * these is only itself.
 */
export const foldedName = (name: string): string => remembered.of(name, () => fold(name));

/** MusicBrainz' artist for what has no artist of its own. */
export const variousArtists = {
  name: 'Various Artists',
  mbId: '89ad4ac3-39f7-470e-963a-56509c546377',
} as const;

const variousNames: ReadonlySet<string> = new Set(['variousartists', 'va', 'various']);

/** Whether a name says that there are many. */
export const isVarious = (folded: string): boolean => variousNames.has(folded);
