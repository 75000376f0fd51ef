import { freshFolder, libraryOf, scannedFolder } from '../libraries.ts';
import { residentMegabytes } from '../memory.ts';
import { isMpdInstalled, measureMpd, mpdVersion } from '../mpd.ts';
import { median } from '../percentiles.ts';
import type { Figure } from '../report.ts';
import { measureColdScan, measureRescan, rest, serve } from '../served-library.ts';

/** When memory is read for the first time after the scans: covers are still being looked at then. */
const restMs = 60_000;

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

const rescans = 3;

const measureTonearm = async (songs: number, longestRestMs: number) => {
  const library = libraryOf(songs);
  await using served = await serve(freshFolder(scannedFolder));
  const cold = await measureColdScan(served, library.musicFolder);
  const rescanSeconds: number[] = [];
  for (let run = 0; run < rescans; run += 1) rescanSeconds.push((await measureRescan(served)).seconds);
  await sleep(restMs);
  const afterMegabytes = residentMegabytes(served.product.pid);
  const isIdle = await rest(served, longestRestMs);
  const idleMegabytes = isIdle ? residentMegabytes(served.product.pid) : null;
  return { cold, rescanSeconds: median(rescanSeconds), afterMegabytes, idleMegabytes };
};

/** Cold scan, rescan without changes and memory; beside MPD on the same folder where it is installed. */
export const scanSuite = async (
  songs: number,
  options: { readonly runs: number; readonly isAlone: boolean; readonly longestRestMs: number },
): Promise<Figure[]> => {
  const library = libraryOf(songs);
  const ours: Awaited<ReturnType<typeof measureTonearm>>[] = [];
  const theirs: Awaited<ReturnType<typeof measureMpd>>[] = [];
  for (let run = 0; run < options.runs; run += 1) {
    if (!options.isAlone && isMpdInstalled()) {
      theirs.push(
        await measureMpd({ folder: freshFolder('mpd'), musicFolder: library.musicFolder, words: ['love'] }),
      );
    }
    ours.push(await measureTonearm(songs, options.longestRestMs));
  }
  const coldSeconds = median(ours.map((run) => run.cold.seconds));
  const rescanSeconds = median(ours.map((run) => run.rescanSeconds));
  const idle = ours.flatMap((run) => run.idleMegabytes ?? []);
  const figures: Figure[] = [
    { name: 'scan.cold', value: coldSeconds, unit: 's' },
    { name: 'scan.rate', value: songs / coldSeconds, unit: 'files/s' },
    { name: 'scan.songs', value: ours[0]?.cold.songs ?? 0, unit: 'count' },
    { name: 'scan.rescan', value: rescanSeconds, unit: 's' },
    { name: 'memory.peak', value: Math.max(...ours.map((run) => run.cold.peakMegabytes)), unit: 'MB' },
    {
      name: 'memory.afterScan',
      value: median(ours.map((run) => run.afterMegabytes)),
      unit: 'MB',
      note: 'a minute after the scans, while covers are looked at',
    },
    ...(idle.length === 0 ? [] : [{ name: 'memory.idle', value: median(idle), unit: 'MB' } as const]),
  ];
  if (theirs.length === 0) return figures;
  const note = `MPD ${mpdVersion()} in the same run`;
  const mpdCold = median(theirs.map((run) => run.coldSeconds));
  const mpdRescan = median(theirs.map((run) => run.rescanSeconds));
  return [
    ...figures,
    { name: 'scan.mpdRate', value: songs / mpdCold, unit: 'files/s', note },
    { name: 'scan.rateToMpd', value: mpdCold / coldSeconds, unit: 'ratio', note: `files/s, ${note}` },
    { name: 'scan.rescanToMpd', value: rescanSeconds / mpdRescan, unit: 'ratio', note: `time, ${note}` },
  ];
};
