import { type ChildProcess, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What another music server took on the same folder in the same run. */
export interface PeerFigures {
  readonly coldSeconds: number;
  /** Processor time of that scan, of all of its processes. */
  readonly processorSeconds: number;
  /** A scan that finds nothing changed. */
  readonly rescanSeconds: number;
  /** How many songs it took in: a server passes over formats that it does not know. */
  readonly songs: number;
  readonly peakMegabytes: number;
}

/** Where a peer works, and on what. */
interface PeerRun {
  /** Empty; configuration, database and log go there. */
  readonly folder: string;
  readonly musicFolder: string;
}

/** Another music server, which scans beside the product. */
export interface Peer {
  /** As its makers write it; in lower case it names figures and a folder. */
  readonly name: string;
  /** Whether it is installed, and can be run so that no other machine reaches it. */
  isUsable(): boolean;
  /** For the report. */
  version(): string;
  /** Runs it on a folder: one cold scan, one that finds nothing changed. */
  measure(run: PeerRun): Promise<PeerFigures>;
}

/** Debian keeps servers in a folder that only root has in its PATH. */
const serverFolder = '/usr/sbin';

/** The variable by which somebody names a program: `TONEARM_BENCH_MPD`. */
const variableOf = (name: string): string => `TONEARM_BENCH_${name.toUpperCase()}`;

/**
 * Path of a program: the one that its variable names, else an installed one.
 * @throws Error where the variable names a file that is not there
 */
export const findProgram = (name: string): string | undefined => {
  const named = process.env[variableOf(name)];
  if (named !== undefined && !existsSync(named))
    throw new Error(`${variableOf(name)} names ${named}, which is not there`);
  if (named !== undefined) return named;
  return [...(process.env['PATH'] ?? '').split(delimiter), serverFolder]
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));
};

/** Version that a program states when asked with `flag`. */
export const versionOf = (program: string, flag: string): string =>
  /\b\d+(\.\d+)+/.exec(
    spawnSync(findProgram(program) ?? program, [flag], { encoding: 'utf8' }).stdout,
  )?.[0] ?? 'unknown';

/** Seconds since a moment of `performance.now()`. */
export const secondsSince = (begunMs: number): number => (performance.now() - begunMs) / 1000;

/** How often a peer is asked whether it has finished, in milliseconds. */
export const peerPollMs = 10;

/** Waits so many milliseconds. */
export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Ends a process that this one has started, and waits for its end. */
export const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
};
