import { statSync } from 'node:fs';
import { join } from 'node:path';
import { rest, type ServedLibrary, scanEnd } from './served-library.ts';

/** A scan that writes into the collection, and goes on for some seconds. */
export interface ScanBeside {
  begin(): Promise<void>;
  /** Waits for its end, takes back what it brought and lets the product come to rest. */
  end(): Promise<void>;
}

/** Scans a second source for the first time, and forgets it after. */
export const scanOfMore = (
  served: ServedLibrary,
  { music, more, longestRestMs }: { music: string; more: string; longestRestMs: number },
): ScanBeside => {
  const use = async (body: readonly { name: string; source: string }[]): Promise<void> => {
    await served.client.json('mount_dirs', { method: 'PUT', body });
  };
  const only = { name: 'Music', source: music };
  return {
    begin: () => use([only, { name: 'More', source: more }]),
    end: async () => {
      await scanEnd(served.client);
      await use([only]);
      await scanEnd(served.client);
      await rest(served, longestRestMs);
    },
  };
};

/** How many bytes some files of a data folder have together; one that is not there has none. */
export const databaseBytes = (dataFolder: string, names: readonly string[]): number =>
  names.reduce(
    (sum, name) => sum + (statSync(join(dataFolder, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
