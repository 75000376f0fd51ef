import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { tempFolder } from '@tonearm/testkit';
import type { BenchClient } from '../http-client.ts';
import { median } from '../percentiles.ts';

/** How long saving a long playlist takes. */
export interface LongSaveResult {
  readonly entries: number;
  readonly megabytes: number;
  /** Medians, in milliseconds. */
  readonly saveMs: number;
  /** The baseline: the same text parsed whole and written to a file of the same disk, which is synced. */
  readonly plainMs: number;
}

const entryCount = 200_000;
const times = 9;
const longestSaveMs = 500;

const path = (number: number): string =>
  `Music/Artist ${number % 400}/An Album With a Longer Name ${number % 3000}/${String(number).padStart(6, '0')} - A Title.flac`;

const timed = async (work: () => Promise<void> | void): Promise<number> => {
  const begunMs = performance.now();
  await work();
  return performance.now() - begunMs;
};

const writePlainly = (file: string, text: string): void => {
  JSON.parse(text);
  const descriptor = openSync(file, 'w');
  try {
    writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
    rmSync(file);
  }
};

/** Saves a playlist of 200,000 paths again and again, in turns with the baseline. */
export const measureLongSave = async (client: BenchClient): Promise<LongSaveResult> => {
  const body = { tracks: Array.from({ length: entryCount }, (_, number) => path(number)) };
  const text = JSON.stringify(body);
  await using folder = await tempFolder();
  const saves: number[] = [];
  const plain: number[] = [];
  for (let round = 0; round < times; round += 1) {
    saves.push(
      await timed(async () => {
        const { status } = await client.send('playlist/long', { method: 'PUT', body });
        if (status !== 200) throw new Error(`saving was answered ${status}`);
      }),
    );
    plain.push(await timed(() => writePlainly(folder.join('plain'), text)));
  }
  return {
    entries: entryCount,
    megabytes: text.length / 1_000_000,
    saveMs: median(saves),
    plainMs: median(plain),
  };
};

/** What is wrong with it; null when nothing is. */
export const judgeLongSave = ({ saveMs }: LongSaveResult): string | null =>
  saveMs > longestSaveMs ? `took longer than ${longestSaveMs} ms` : null;

/** A result in one line. */
export const longSaveLine = (result: LongSaveResult): string => {
  const { entries, megabytes, saveMs, plainMs } = result;
  const fault = judgeLongSave(result);
  return (
    `${entries} paths (${megabytes.toFixed(1)} MB) saved in ${saveMs.toFixed(0)} ms, ` +
    `${(saveMs / plainMs).toFixed(2)} times what parsing them and a synced file take (${plainMs.toFixed(0)} ms)` +
    (fault === null ? '' : `; FAILED: ${fault}`)
  );
};
