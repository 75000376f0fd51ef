import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Diagnostics } from '@tonearm/contract';

const sizeOf = async (path: string): Promise<number> => {
  try {
    const stats = await stat(path);
    if (!stats.isDirectory()) return stats.size;
    const sizes = await Promise.all((await readdir(path)).map((name) => sizeOf(join(path, name))));
    return sizes.reduce((sum, size) => sum + size, 0);
  } catch {
    // Gone meanwhile, or not ours to look at.
    return 0;
  }
};

/** Both databases, and the logs that are not carried over into them yet. */
export const databaseSizes = (dataFolder: string): Promise<Diagnostics['databases']> =>
  Promise.all(
    (['state.db', 'library.db'] as const).map(async (name) => ({
      name,
      size_bytes: await sizeOf(join(dataFolder, name)),
      log_bytes: await sizeOf(join(dataFolder, `${name}-wal`)),
    })),
  );

/** What is kept in case somebody wants it back, by its names. */
const kinds = {
  damaged_libraries: /^library\.db\.damaged-/,
  copies_before_upgrades: /^state\.db\.(before-|newer)/,
  replaced_states: /^(replaced-\d|state\.db\.found-)/,
} as const;

/** What may be deleted by hand; kinds of which there is nothing are left out. */
export const reclaimableIn = async (dataFolder: string): Promise<Diagnostics['reclaimable']> => {
  const names = await readdir(dataFolder).catch(() => []);
  const found = Object.entries(kinds).map(async ([kind, form]) => {
    const mine = names.filter((name) => form.test(name));
    const sizes = await Promise.all(mine.map((name) => sizeOf(join(dataFolder, name))));
    return {
      kind: kind as keyof typeof kinds,
      count: mine.length,
      size_bytes: sizes.reduce((sum, size) => sum + size, 0),
    };
  });
  return (await Promise.all(found)).filter(({ count }) => count > 0);
};
