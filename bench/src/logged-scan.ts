import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { processesBelow, watchPeak } from './memory.ts';
import { peerPollMs, secondsSince, sleep, stop } from './peer.ts';
import { watchProcessor } from './processor-time.ts';

/*
 * Some servers listen on every address whatever they are told, so they get a network of their own that has nothing but
 * a loopback, and that is down: what they say reaches nobody.
 */
const isolation = ['--map-root-user', '--net'];

/** Whether a process may have a network of its own (user namespaces of Linux). */
export const canIsolate = (): boolean => spawnSync('unshare', [...isolation, 'true']).status === 0;

/** Looks in a log for what it is to tell; null or false while it is not there. */
export type ReadLog<Told> = (log: string) => Told | null | false;

/** One scan, and what its end told. */
export interface LoggedScan<Told> {
  readonly seconds: number;
  readonly processorSeconds: number;
  readonly peakMegabytes: number;
  readonly told: Told;
}

/** A server that scans when it starts, and tells of that in its log. */
interface LoggingServer {
  readonly name: string;
  /** The program and its arguments. */
  readonly argv: readonly string[];
  readonly logFile: string;
}

/** Waits until the log says something. @throws Error when the process ends before */
const told = async <Told>(
  { child, name, logFile }: Omit<LoggingServer, 'argv'> & { readonly child: ChildProcess },
  read: ReadLog<Told>,
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
  throw new Error(`${name} ended early: see ${logFile}`);
};

/** Starts a server in a network of its own, and ends it when its log has told of the scan's end. */
export const scanByLog = async <Told>(
  server: LoggingServer,
  { hasStarted, read }: { readonly hasStarted: ReadLog<boolean>; readonly read: ReadLog<Told> },
): Promise<LoggedScan<Told>> => {
  // Some write on where the last run has ended, and would tell of that one's scan.
  writeFileSync(server.logFile, '');
  const child = spawn('unshare', [...isolation, ...server.argv], { stdio: 'ignore' });
  // A process below it may scan.
  const peak = watchPeak(child.pid ?? 0);
  try {
    await told({ ...server, child }, hasStarted);
    const processor = watchProcessor(child.pid ?? 0);
    const begunMs = performance.now();
    const end = await told({ ...server, child }, read);
    const figures = {
      seconds: secondsSince(begunMs),
      processorSeconds: processor(),
      peakMegabytes: peak(),
      told: end,
    };
    // Only when a process below has ended may it keep what that has scanned.
    while (child.pid !== undefined && processesBelow(child.pid) > 0) await sleep(peerPollMs);
    return figures;
  } finally {
    // Ends the watching after a failure too.
    peak();
    await stop(child);
  }
};
