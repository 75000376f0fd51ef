import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canIsolate, type LoggedScan, type ReadLog, scanByLog } from './logged-scan.ts';
import { findProgram, type Peer, versionOf } from './peer.ts';

const configFor = (folder: string, musicFolder: string): string => `
media_dir=A,${musicFolder}
db_dir=${folder}
log_dir=${folder}
network_interface=lo
port=8200
notify_interval=86400
inotify=no
friendly_name=bench
`;

/** Whether its log says that it is up; scans follow at once. */
export const hasStarted = (log: string): boolean => log.includes(': Starting MiniDLNA version');

/** How many songs its log says that a first scan took in; null while the scan runs. */
export const parseScanEnd = (log: string): number | null => {
  const [, songs] = /scanner\.c:\d+: warn: Scanning .+ finished \((\d+) files\)!$/m.exec(log) ?? [];
  return songs === undefined ? null : Number(songs);
};

/**
 * Whether its log tells of the end of a scan for changes: it names only what follows, which after a first scan is
 * not counted either.
 * @throws Error when it has scanned everything anew
 */
export const hasRescanned = (log: string): boolean => {
  if (log.includes(': Creating new database')) throw new Error('minidlna did not keep what it had scanned');
  return /playlist\.c:\d+: warn: Parsing playlists\.\.\.$/m.test(log);
};

/** Starts it with a flag that asks for a scan. */
const scan = <Told>(
  { folder, flag }: { readonly folder: string; readonly flag: '-R' | '-r' },
  read: ReadLog<Told>,
): Promise<LoggedScan<Told>> => {
  const files = ['-f', join(folder, 'minidlna.conf'), '-P', join(folder, 'pid')];
  const argv = [findProgram('minidlnad') ?? 'minidlnad', '-S', flag, ...files];
  return scanByLog({ name: 'minidlna', argv, logFile: join(folder, 'minidlna.log') }, { hasStarted, read });
};

/** minidlna, the Debian package, where a process may have a network of its own (user namespaces of Linux). */
export const minidlna: Peer = {
  name: 'minidlna',
  isUsable: () => findProgram('minidlnad') !== undefined && canIsolate(),
  version: () => versionOf('minidlnad', '-V'),
  measure: async ({ folder, musicFolder }) => {
    writeFileSync(join(folder, 'minidlna.conf'), configFor(folder, musicFolder));
    const cold = await scan({ folder, flag: '-R' }, parseScanEnd);
    const rescan = await scan({ folder, flag: '-r' }, hasRescanned);
    return {
      coldSeconds: cold.seconds,
      processorSeconds: cold.processorSeconds,
      rescanSeconds: rescan.seconds,
      songs: cold.told,
      peakMegabytes: cold.peakMegabytes,
    };
  },
};
