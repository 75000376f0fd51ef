import { freshFolder, type LibrarySize, libraryOf, readIntoMemory, scannedFolder } from '../libraries.ts';
import { residentMegabytes } from '../memory.ts';
import { minidlna } from '../minidlna.ts';
import { mpd } from '../mpd.ts';
import { type Peer, type PeerFigures, sleep } from '../peer.ts';
import { median } from '../percentiles.ts';
import { polaris } from '../polaris.ts';
import type { Figure } from '../report.ts';
import { measureColdScan, measureRescan, rest, serve } from '../served-library.ts';

/** When memory is read for the first time after the scans: covers are still being looked at then. */
const restMs = 60_000;

const rescans = 3;

const peers: readonly Peer[] = [mpd, minidlna, polaris];

/** What the product took in one run. */
interface TonearmFigures {
  readonly cold: Awaited<ReturnType<typeof measureColdScan>>;
  readonly rescanSeconds: number;
  readonly afterMegabytes: number;
  /** Null when it did not come to rest in time. */
  readonly idleMegabytes: number | null;
}

/**
 * First scan of files that are in memory, rescan without changes, and memory; beside other servers on the same folder
 * where they are installed.
 */
export const scanSuite = async (
  size: LibrarySize,
  options: { readonly runs: number; readonly isAlone: boolean; readonly longestRestMs: number },
): Promise<Figure[]> => {
  const { musicFolder } = libraryOf(size);
  const beside = options.isAlone
    ? []
    : peers.filter((peer) => peer.isUsable()).map((peer) => ({ peer, runs: [] as PeerFigures[] }));
  const ours: TonearmFigures[] = [];
  for (let run = 0; run < options.runs; run += 1) {
    for (const { peer, runs } of beside) {
      readIntoMemory(musicFolder);
      runs.push(await peer.measure({ folder: freshFolder(peer.name.toLowerCase()), musicFolder }));
    }
    readIntoMemory(musicFolder);
    ours.push(await measureTonearm(musicFolder, options.longestRestMs));
  }
  return [
    ...tonearmFigures(size.songs, ours),
    ...beside.flatMap(({ peer, runs }) =>
      besideFigures({ name: peer.name, version: peer.version(), songs: size.songs }, { ours, theirs: runs }),
    ),
  ];
};

const measureTonearm = async (musicFolder: string, longestRestMs: number): Promise<TonearmFigures> => {
  await using served = await serve(freshFolder(scannedFolder));
  const cold = await measureColdScan(served, musicFolder);
  const rescanSeconds: number[] = [];
  for (let run = 0; run < rescans; run += 1) rescanSeconds.push((await measureRescan(served)).seconds);
  await sleep(restMs);
  const afterMegabytes = residentMegabytes(served.product.pid);
  const isIdle = await rest(served, longestRestMs);
  const idleMegabytes = isIdle ? residentMegabytes(served.product.pid) : null;
  return { cold, rescanSeconds: median(rescanSeconds), afterMegabytes, idleMegabytes };
};

/** Of every run, in three digits or more. */
const listed = (values: readonly number[]): string =>
  values.map((value) => value.toFixed(value < 100 ? 1 : 0)).join(', ');

const tonearmFigures = (songs: number, ours: readonly TonearmFigures[]): Figure[] => {
  const coldSeconds = median(ours.map((run) => run.cold.seconds));
  const idle = ours.flatMap((run) => run.idleMegabytes ?? []);
  return [
    { name: 'scan.cold', value: coldSeconds, unit: 's' },
    {
      name: 'scan.rate',
      value: songs / coldSeconds,
      unit: 'files/s',
      note: `median of ${listed(ours.map(({ cold }) => songs / cold.seconds))}`,
    },
    {
      name: 'scan.processor',
      value: median(ours.map((run) => run.cold.processorSeconds)),
      unit: 's',
      note: `processor time of all processes, median of ${listed(ours.map(({ cold }) => cold.processorSeconds))}`,
    },
    { name: 'scan.songs', value: ours[0]?.cold.songs ?? 0, unit: 'count' },
    { name: 'scan.rescan', value: median(ours.map((run) => run.rescanSeconds)), unit: 's' },
    {
      name: 'memory.peak',
      value: Math.max(...ours.map((run) => run.cold.peakMegabytes)),
      unit: 'MB',
      note: `most of ${listed(ours.map(({ cold }) => cold.peakMegabytes))}`,
    },
    {
      name: 'memory.afterScan',
      value: median(ours.map((run) => run.afterMegabytes)),
      unit: 'MB',
      note: 'a minute after the scans, while covers are looked at',
    },
    ...(idle.length === 0 ? [] : [{ name: 'memory.idle', value: median(idle), unit: 'MB' } as const]),
  ];
};

/**
 * The product's scans as a ratio to those of a peer on the same folder: `scan.mpdRate`, `scan.rateToMpd`,
 * `scan.processorToMpd`, `scan.rescanToMpd`. All files of the folder count for the peer, also those that it passes over.
 */
export const besideFigures = (
  { name, version, songs }: { readonly name: string; readonly version: string; readonly songs: number },
  {
    ours,
    theirs,
  }: {
    readonly ours: readonly Pick<TonearmFigures, 'cold' | 'rescanSeconds'>[];
    readonly theirs: readonly PeerFigures[];
  },
): Figure[] => {
  const lower = name.toLowerCase();
  const capital = lower.charAt(0).toUpperCase() + lower.slice(1);
  const note = `${name} ${version} in the same run`;
  const coldSeconds = median(theirs.map((run) => run.coldSeconds));
  const rescanSeconds = median(theirs.map((run) => run.rescanSeconds));
  const peakMegabytes = Math.max(...theirs.map((run) => run.peakMegabytes));
  const rateToPeer = coldSeconds / median(ours.map((run) => run.cold.seconds));
  const processorSeconds = median(theirs.map((run) => run.processorSeconds));
  const processorToPeer = median(ours.map((run) => run.cold.processorSeconds)) / processorSeconds;
  const rescanToPeer = median(ours.map((run) => run.rescanSeconds)) / rescanSeconds;
  return [
    {
      name: `scan.${lower}Rate`,
      value: songs / coldSeconds,
      unit: 'files/s',
      note: `${note}: ${theirs[0]?.songs ?? 0} songs, at most ${peakMegabytes.toFixed(0)} MB`,
    },
    { name: `scan.rateTo${capital}`, value: rateToPeer, unit: 'ratio', note: `files/s, ${note}` },
    {
      name: `scan.processorTo${capital}`,
      value: processorToPeer,
      unit: 'ratio',
      note: `processor time, ${note}: ${processorSeconds.toFixed(1)} s`,
    },
    { name: `scan.rescanTo${capital}`, value: rescanToPeer, unit: 'ratio', note: `time, ${note}` },
  ];
};
