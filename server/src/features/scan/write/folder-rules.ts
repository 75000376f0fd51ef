import { setImmediate as turn } from 'node:timers/promises';
import { type Library, metaKeys } from '../../../library/write/library.ts';
import type { ScanContext } from '../scan-context.ts';

/** To be raised whenever folders are to be summed up, or to choose their pictures, in another way. */
const summaryRules = '1';

/** Folders that are worked out anew in one go. */
const foldersAtOnce = 500;

const note = ({ sources }: Library, albumArtPattern: string): void => {
  sources.setMeta(metaKeys.summaryRules, summaryRules);
  sources.setMeta(metaKeys.pattern, albumArtPattern);
};

/** All that a new library will hold is worked out by the rules of now, so that nothing is to be done twice. */
export const noteFolderRules = (library: Library, albumArtPattern: string): void => {
  if (library.directories.idsAfter(0, 1).length > 0) return;
  library.batch.begin(1);
  note(library, albumArtPattern);
  library.batch.commit();
};

/**
 * Works out what folders show when they did it by other rules: chooses their pictures anew when the pattern
 * is another one, and all there is when the library is of a version before. No file is read for it.
 */
export const applyFolderRules = async (context: ScanContext, albumArtPattern: string): Promise<void> => {
  const { library, refresh } = context;
  const { sources, directories, batch } = library;
  const areOthers = sources.meta(metaKeys.summaryRules) !== summaryRules;
  if (!areOthers && sources.meta(metaKeys.pattern) === albumArtPattern) return;
  for (let after = 0; !context.isCancelled(); ) {
    const ids = directories.idsAfter(after, foldersAtOnce);
    const last = ids.at(-1);
    batch.begin(ids.length + 1);
    for (const id of ids) {
      if (areOthers) refresh.songs(id, null);
      else refresh.ownPicture(id);
    }
    if (last === undefined) note(library, albumArtPattern);
    batch.commit();
    if (last === undefined) return;
    after = last;
    await turn();
  }
};
