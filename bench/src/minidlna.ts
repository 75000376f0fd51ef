import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processesBelow, watchPeak } from './memory.ts';
import { findProgram, type Peer, peerPollMs, secondsSince, sleep, stop, versionOf } from './peer.ts';
import { watchProcessor } from './processor-time.ts';

/*
 * minidlna listens on every address whatever network interface it is given, so it gets a network of its own
 * that has nothing but a loopback, and that is down: what it says reaches nobody.
 */
const isolation = ['--map-root-user', '--net'];

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

/** Waits until the log says something. @throws Error when the process ends before */
const told = async <Told>(
  { child, logFile }: { readonly child: ChildProcess; readonly logFile: string },
  read: (log: string) => Told | null | false,
): Promise<Told> => {
  let readBytes = 0;
  while (child.exitCode === null && child.signalCode === null) {
    const bytes = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
    if (bytes !== readBytes) {
      readBytes = bytes;
      const found = read(readFileSync(logFile, 'utf8'));
      if (found !== null && found !== false) return found;
    }
    await sleep(peerPollMs);
  }
  throw new Error(`minidlna ended early: see ${logFile}`);
};

/** One scan, and what its end told. */
interface Scanned<Told> {
  readonly seconds: number;
  readonly processorSeconds: number;
  readonly peakMegabytes: number;
  readonly told: Told;
}

/** Starts it with a flag that asks for a scan, and ends it when its log has told of the scan's end. */
const scan = async <Told>(
  { folder, flag }: { readonly folder: string; readonly flag: '-R' | '-r' },
  read: (log: string) => Told | null | false,
): Promise<Scanned<Told>> => {
  const logFile = join(folder, 'minidlna.log');
  // It writes on where the last run has ended, and would tell of that one's scan.
  writeFileSync(logFile, '');
  const minidlnad = findProgram('minidlnad') ?? 'minidlnad';
  const files = ['-f', join(folder, 'minidlna.conf'), '-P', join(folder, 'pid')];
  const child = spawn('unshare', [...isolation, minidlnad, '-S', flag, ...files], { stdio: 'ignore' });
  // A process below it scans.
  const peak = watchPeak(child.pid ?? 0);
  try {
    await told({ child, logFile }, hasStarted);
    const processor = watchProcessor(child.pid ?? 0);
    const begunMs = performance.now();
    const end = await told({ child, logFile }, read);
    const figures = {
      seconds: secondsSince(begunMs),
      processorSeconds: processor(),
      peakMegabytes: peak(),
      told: end,
    };
    // Only when the process below has ended does it keep what that has scanned.
    while (child.pid !== undefined && processesBelow(child.pid) > 0) await sleep(peerPollMs);
    return figures;
  } finally {
    // Ends the watching after a failure too.
    peak();
    await stop(child);
  }
};

/** minidlna, the Debian package, where a process may have a network of its own (user namespaces of Linux). */
export const minidlna: Peer = {
  name: 'minidlna',
  isUsable: () =>
    findProgram('minidlnad') !== undefined && spawnSync('unshare', [...isolation, 'true']).status === 0,
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
