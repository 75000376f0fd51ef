import type { Container } from '../../platform/paths/audio-formats.ts';
import type { OpenedFile } from '../../platform/paths/open-inside.ts';
import { createContainerInFile } from './container-in-file.ts';

/** So many songs that were sent last are remembered: some 100 kB. */
const mostKept = 1_000;

/** What open files are by their first bytes, remembered of those that were looked at last. */
export interface Containers {
  /** Null where they tell nothing, or cannot be read. */
  of(file: Pick<OpenedFile, 'descriptor' | 'identity'>): Promise<Container | null>;
}

/**
 * Who jumps within a song asks for it over and over, and each look may be one or two ways to another thread and back
 * before the first byte. @param look at the file itself
 */
export const createContainers = (
  look: (descriptor: number) => Promise<Container | null> = createContainerInFile(),
): Containers => {
  const kept = new Map<string, Container>();
  return {
    of: async ({ descriptor, identity }) => {
      const known = kept.get(identity);
      const container = known ?? (await look(descriptor));
      // What tells nothing may have been trouble with the disk.
      if (container === null) return null;
      kept.delete(identity);
      kept.set(identity, container);
      const [oldest] = kept.keys();
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
      return container;
    },
  };
};
