import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { canIsolate, type LoggedScan, scanByLog } from './logged-scan.ts';
import { findProgram, type Peer } from './peer.ts';

const configFor = (musicFolder: string): string => `
[[mount_dirs]]
name = "Music"
source = ${JSON.stringify(musicFolder)}
`;

/** Whether its log says that it scans, which it does when it starts. */
export const hasStarted = (log: string): boolean => /Beginning (?:library|collection) \w+/.test(log);

/** Whether its log says that a scan has ended. */
export const hasScanned = (log: string): boolean => /(?:index update|scan) took [\d.]+ seconds/.test(log);

const scan = (folder: string): Promise<LoggedScan<boolean>> => {
  const at = (name: string): string => join(folder, name);
  const files = ['-c', at('polaris.toml'), '-d', at('db.sqlite'), '-w', at('web'), '-s', at('swagger')];
  const argv = [
    findProgram('polaris') ?? 'polaris',
    '-f',
    '--cache',
    at('cache'),
    '--log',
    at('log'),
    ...files,
  ];
  return scanByLog({ name: 'Polaris', argv, logFile: at('log') }, { hasStarted, read: hasScanned });
};

/** How many songs stand in its database; 0 where that is of another shape than that of version 0.14. */
const songsIn = (file: string): number => {
  if (!existsSync(file)) return 0;
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const isThere = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'songs'").get() !== undefined;
    return isThere
      ? Number(database.prepare('SELECT count(*) AS count FROM songs').get()?.['count'] ?? 0)
      : 0;
  } finally {
    database.close();
  }
};

/** Polaris, which no Debian package brings: `TONEARM_BENCH_POLARIS` names its program. */
export const polaris: Peer = {
  name: 'Polaris',
  isUsable: () => findProgram('polaris') !== undefined && canIsolate(),
  version: () => '(it does not say its version)',
  measure: async ({ folder, musicFolder }) => {
    for (const name of ['web', 'swagger', 'cache']) mkdirSync(join(folder, name));
    writeFileSync(join(folder, 'polaris.toml'), configFor(musicFolder));
    const cold = await scan(folder);
    const rescan = await scan(folder);
    return {
      coldSeconds: cold.seconds,
      processorSeconds: cold.processorSeconds,
      rescanSeconds: rescan.seconds,
      songs: songsIn(join(folder, 'db.sqlite')),
      peakMegabytes: cold.peakMegabytes,
    };
  },
};
