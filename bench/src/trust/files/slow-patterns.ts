import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startProduct, tempFolder } from '@tonearm/testkit';
import { AppError } from '../../../../server/src/platform/app-error.ts';
import { compileAlbumArtPattern } from '../../../../server/src/platform/text/album-art-pattern.ts';
import { clientOf, eventually, prepareOnce } from '../trust-product.ts';

/** What came of it. */
interface SlowPatternsResult {
  readonly patterns: number;
  /** Those that were refused in words. */
  readonly refused: number;
  readonly slowestSaveMs: number;
  /** All names against the slowest pattern. */
  readonly slowestScanMs: number;
  readonly slowest: string;
  readonly faults: readonly string[];
}

const longestSaveMs = 50;
const longestScanMs = 1_000;
const nameLength = 255;

/** Parts of which patterns are made that take other engines for ever, each with a letter to repeat. */
const nested: readonly ((letter: string) => string)[] = [
  (x) => `(${x}+)+$`,
  (x) => `(${x}*)*$`,
  (x) => `(${x}|${x})*$`,
  (x) => `(${x}|${x}${x})+$`,
  (x) => `((${x}+)+)+$`,
  (x) => `(${x}?){30}${x}{30}$`,
  (x) => `(${x}{1,20}){1,20}$`,
  (x) => `^(${x}+)*b$`,
  (x) => `(.*${x}){12}$`,
  (x) => `(.*)*${x}b$`,
  (x) => `(.*?${x}.*?)+b`,
  (x) => `${x}*${x}*${x}*${x}*${x}*${x}*${x}*b`,
  (x) => `.*.*.*${x}.*.*=.*`,
  (x) => `([${x}-z]+)*[A-Z]$`,
  (x) => `(\\w+\\s?)*${x}!$`,
  (x) => `(${x}|b|ab)*bc`,
  (x) => `^(([${x}-c])+.)+[A-Z]([a-z])+$`,
  (x) => `(${x}+){10}y`,
  (x) => `(?:${x}+\\.?)+\\.(jpg|png)\\.$`,
  (x) => `(\\pL+)*${x}\\PL$`,
];
const letters = ['a', 'e', 'o', 'x', '.', '[a-f]', '\\w', 'é', '\\pL', '(a|aa)'];

/** Two hundred patterns. */
export const slowPatterns: readonly string[] = nested.flatMap((make) => letters.map(make));

/** Names that each pattern almost takes. */
export const longNames = (count: number): string[] =>
  Array.from({ length: count }, (_, number) => {
    const tail = `${number}!.png`;
    return (
      ['a', 'e', 'o', 'x', 'ab', 'aé', 'word '][number % 7]
        ?.repeat(nameLength)
        .slice(0, nameLength - tail.length) + tail
    );
  });

const isMade = (pattern: string): ((name: string) => boolean) | null => {
  try {
    return compileAlbumArtPattern(pattern);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
};

/** Milliseconds that it takes to look at names with a pattern; null where it is refused. */
const timeOf = (pattern: string, names: readonly string[]): number | null => {
  const isPicture = isMade(pattern);
  if (isPicture === null) return null;
  const begunMs = performance.now();
  for (const name of names) isPicture(name);
  return performance.now() - begunMs;
};

/** Saves each pattern as administrators do. @returns milliseconds, and how many were refused */
const saveAll = async (patterns: readonly string[]) => {
  await using folder = await tempFolder();
  const dataFolder = folder.join('data');
  const token = await prepareOnce(dataFolder, folder.join('music'));
  await using product = await startProduct({ dataFolder, argv: ['--log-level', 'error'] });
  const client = clientOf(product, token);
  await eventually('the first scan', async () => {
    const status = await client.json<{ is_scanning: boolean; last_result: string | null }>('scan_status');
    return !status.is_scanning && status.last_result !== null;
  });
  const tookMs: number[] = [];
  const odd: string[] = [];
  let refused = 0;
  for (const pattern of patterns) {
    const { status, totalMs } = await client.send('settings', {
      method: 'PUT',
      body: { album_art_pattern: pattern },
    });
    tookMs.push(totalMs);
    if (status === 400) refused += 1;
    else if (status >= 300) odd.push(`${pattern} was answered with ${status}`);
  }
  client.close();
  return { tookMs, refused, odd };
};

/**
 * Saves patterns that are the end of other engines, and looks at many long names with each of them.
 */
export const runSlowPatterns = async (options: {
  readonly patterns: readonly string[];
  readonly names: number;
}): Promise<SlowPatternsResult> => {
  const names = longNames(options.names);
  const { tookMs, refused, odd } = await saveAll(options.patterns);
  const times = options.patterns.map((pattern) => ({ pattern, ms: timeOf(pattern, names) ?? 0 }));
  const [slowest = { pattern: '', ms: 0 }] = times.toSorted((a, b) => b.ms - a.ms);
  const slowestSaveMs = Math.max(...tookMs);
  return {
    patterns: options.patterns.length,
    refused,
    slowestSaveMs,
    slowestScanMs: slowest.ms,
    slowest: slowest.pattern,
    faults: [
      ...odd,
      ...(slowestSaveMs > longestSaveMs ? [`a pattern took ${slowestSaveMs.toFixed(0)} ms to save`] : []),
      ...times
        .filter(({ ms }) => ms > longestScanMs)
        .map(({ pattern, ms }) => `${pattern} took ${ms.toFixed(0)} ms for ${options.names} names`),
    ],
  };
};

/** The control: one name and one pattern with the engine of the language. @returns whether it ends in time */
export const endsInOtherEngine = async (): Promise<boolean> => {
  const [pattern = '', name = ''] = [slowPatterns[0], longNames(1)[0]];
  const script = `new RegExp(${JSON.stringify(pattern)}, 'i').test(${JSON.stringify(name)})`;
  const child = spawn(process.execPath, ['-e', script], { stdio: 'ignore', timeout: 3 * longestScanMs });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
};
