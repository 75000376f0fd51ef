import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSong, SONG_FORMATS, startProduct, tempFolder } from '@tonearm/testkit';
import { residentMegabytes, watchPeak } from '../memory.ts';
import { clientOf, eventually, prepare } from './trust-product.ts';

/** What came of it. */
interface MutatedMediaResult {
  readonly files: number;
  readonly problems: number;
  readonly memoryGrowthMb: number;
  readonly failures: readonly string[];
}

const mostGrowthMb = 150;
const formats = SONG_FORMATS;

const seeded = (seed: number): ((below: number) => number) => {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

/** Lengths that a parser may believe: none, one less than none, the most there is. */
const lengths = [0, 0xff_ff_ff_ff, 0x7f_ff_ff_ff, 0x80_00_00_00, 1];

/** Most of what tells lengths stands at the beginning, and in some formats at the end. */
const placeIn = (size: number, below: (limit: number) => number): number => {
  const near = Math.min(size - 4, 2_000);
  const kind = below(4);
  if (kind === 3) return below(size - 4);
  return kind === 2 ? size - 4 - below(near) : below(near);
};

/** A file that a disk, a download or somebody spoiled. */
const mutated = (whole: Buffer, below: (limit: number) => number): Buffer => {
  const data = Buffer.from(whole);
  switch (below(5)) {
    case 0:
      for (let flips = 1 + below(20); flips > 0; flips -= 1) {
        const at = placeIn(data.length, below);
        data[at] = (data[at] ?? 0) ^ (1 << below(8));
      }
      return data;
    case 1:
      data.writeUInt32BE(lengths[below(lengths.length)] ?? 0, placeIn(data.length, below));
      return data;
    case 2:
      data.writeUInt32LE(lengths[below(lengths.length)] ?? 0, placeIn(data.length, below));
      return data;
    case 3:
      return data.subarray(0, below(data.length));
    default: {
      const at = placeIn(data.length, below);
      // What nests is nested once more, and what repeats repeats.
      return Buffer.concat([data.subarray(0, at), data.subarray(0, 400), data.subarray(at)]);
    }
  }
};

interface Status {
  readonly is_scanning: boolean;
  readonly is_queued: boolean;
  readonly problem_count: number;
  readonly last_result: string | null;
}

/** Healthy songs that are not in the collection, a sentence each. */
export const missingOf = (healthy: readonly string[], there: readonly string[]): string[] => {
  const known = new Set(there);
  return healthy.filter((path) => !known.has(path)).map((path) => `${path} is not in the collection`);
};

/**
 * Scans spoiled files of every format beside healthy ones.
 * @param each spoiled files of a format
 * @param options.isWhole whether those called healthy are; where not, this must be red
 */
export const runMutatedMedia = async (
  each: number,
  { seed = 1, isWhole = true }: { seed?: number; isWhole?: boolean } = {},
): Promise<MutatedMediaResult> => {
  await using folder = await tempFolder();
  const dataFolder = folder.join('data');
  const music = folder.join('music');
  const token = await prepare(dataFolder, music);
  const below = seeded(seed);
  const healthy: string[] = [];
  for (const format of formats) {
    mkdirSync(join(music, format));
    const { data } = buildSong({
      format,
      tags: { title: `Whole ${format}`, artists: ['Anna'], album: 'Whole' },
    });
    for (let number = 0; number < each; number += 1)
      writeFileSync(join(music, format, `${number}.${format}`), mutated(data, below));
    writeFileSync(join(music, format, `whole.${format}`), isWhole ? data : Buffer.alloc(0));
    healthy.push(`Music/${format}/whole.${format}`);
  }
  await using product = await startProduct({ dataFolder, argv: ['--log-level', 'warn'] });
  const client = clientOf(product, token);
  const beforeMb = residentMegabytes(product.pid);
  const peak = watchPeak(product.pid);
  const failures: string[] = [];
  let status: Status | undefined;
  await client.json('trigger_index', { method: 'POST' });
  await eventually(
    'the scan of spoiled files',
    async () => {
      status = await client.json<Status>('scan_status');
      return !status.is_scanning && !status.is_queued && status.last_result !== null;
    },
    900_000,
  );
  const memoryGrowthMb = peak() - beforeMb;
  const songs = await client.json<{ path: string }[]>('flatten');
  failures.push(
    ...missingOf(
      healthy,
      songs.map(({ path }) => path),
    ),
  );
  if (status?.last_result !== 'completed')
    failures.push(`the scan ended as ${status?.last_result}: ${product.lines.slice(-8).join(' | ')}`);
  failures.push(...product.lines.filter((line) => /process ended|restart|uncaught/i.test(line)));
  if (memoryGrowthMb > mostGrowthMb) failures.push(`memory grew by ${Math.round(memoryGrowthMb)} MB`);
  client.close();
  return { files: each * formats.length, problems: status?.problem_count ?? 0, memoryGrowthMb, failures };
};
