import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readSync, writeFileSync } from 'node:fs';
import { fileKindOf } from '../../../server/src/platform/paths/audio-formats.ts';
import { freshFolder, type LibrarySize, libraryOf, scannedFolder } from '../libraries.ts';
import { sleep } from '../peer.ts';
import { median } from '../percentiles.ts';
import type { Figure } from '../report.ts';
import { measureColdScan, serve } from '../served-library.ts';

/** Turns of reading and scanning. */
const turns = 3;

/** How long the product rests before a scan, in milliseconds: what its start leaves behind is given back by then. */
const restMs = 15_000;

/** How much of each song is read, in bytes. */
const headBytes = 65_536;

/** Empties the system's memory of files and folders, which root alone may. */
const forgetFiles = (): void => {
  execFileSync('sync');
  try {
    writeFileSync('/proc/sys/vm/drop_caches', '3');
  } catch (cause) {
    throw new Error('the disk suite runs as root on Linux: nobody else may empty the memory of files', {
      cause,
    });
  }
};

/** Opens each song below a folder and reads its beginning, one after the other. @returns how many there are */
export const readHeads = (folder: string): number => {
  const head = Buffer.allocUnsafe(headBytes);
  let songs = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) songs += readHeads(path);
    else if (entry.isFile() && fileKindOf(entry.name) === 'song') {
      const descriptor = openSync(path, 'r');
      readSync(descriptor, head, 0, headBytes, 0);
      closeSync(descriptor);
      songs += 1;
    }
  }
  return songs;
};

const measureReading = (musicFolder: string): { readonly songs: number; readonly seconds: number } => {
  forgetFiles();
  const begunMs = performance.now();
  const songs = readHeads(musicFolder);
  return { songs, seconds: (performance.now() - begunMs) / 1000 };
};

const measureScan = async (musicFolder: string): ReturnType<typeof measureColdScan> => {
  await using served = await serve(freshFolder(scannedFolder));
  await sleep(restMs);
  forgetFiles();
  // Awaited here: the server ends with this function.
  return await measureColdScan(served, musicFolder);
};

/**
 * The first scan of files of which nothing is in memory, in turns with what the disk allows: opening each song and
 * reading 64 KiB of it, one after the other.
 */
export const diskSuite = async (size: LibrarySize): Promise<Figure[]> => {
  const { musicFolder } = libraryOf(size);
  const readings: ReturnType<typeof measureReading>[] = [];
  const scans: Awaited<ReturnType<typeof measureScan>>[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    scans.push(await measureScan(musicFolder));
    readings.push(measureReading(musicFolder));
  }
  return diskFigures(readings, scans);
};

/** Compares medians of both; notes name every turn. */
export const diskFigures = (
  readings: readonly { readonly songs: number; readonly seconds: number }[],
  scans: readonly {
    readonly seconds: number;
    readonly processorSeconds: number;
    readonly peakMegabytes: number;
  }[],
): Figure[] => {
  const each = (seconds: readonly number[]): string => seconds.map((one) => one.toFixed(2)).join(', ');
  const readSeconds = readings.map(({ seconds }) => seconds);
  const scanSeconds = scans.map(({ seconds }) => seconds);
  const songs = readings[0]?.songs ?? 0;
  return [
    { name: 'disk.scan', value: median(scanSeconds), unit: 's', note: each(scanSeconds) },
    {
      name: 'disk.reading',
      value: median(readSeconds),
      unit: 's',
      note: `${songs} songs: ${each(readSeconds)}`,
    },
    {
      name: 'disk.rateToReading',
      value: median(readSeconds) / median(scanSeconds),
      unit: 'ratio',
      note: 'to opening each song and reading 64 KiB, one after the other',
    },
    {
      name: 'disk.processor',
      value: median(scans.map(({ processorSeconds }) => processorSeconds)),
      unit: 's',
      note: 'processor time of all processes, scanning',
    },
    { name: 'disk.peak', value: Math.max(...scans.map(({ peakMegabytes }) => peakMegabytes)), unit: 'MB' },
  ];
};
