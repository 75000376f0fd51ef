import { openLibraryReader } from '../open-library.ts';
import { createEmbeddedReading } from './embedded-reading.ts';
import type { LibraryReading } from './library-reading.ts';

/** Who reads everything once, one page behind the other, finds little of it again. */
const cacheKib = 2_048;

/** Answers from the `library.db` of a data folder, which must be there, in a process that does nothing else. */
export const openReading = (dataFolder: string): { readonly reading: LibraryReading; close(): void } => {
  const { raw, close } = openLibraryReader(dataFolder, { cacheKib });
  return { reading: createEmbeddedReading({ raw }), close };
};
