import { readFileSync, writeFileSync } from 'node:fs';
import { startProduct, tempFolder } from '@tonearm/testkit';
import { clientOf, eventually, prepare, scanned, signIn, sleep, songPath } from './trust-product.ts';

/** What came of it. */
interface ClockJumpResult {
  readonly jumps: number;
  readonly failures: readonly string[];
}

const dayMs = 24 * 60 * 60 * 1000;
export const jumpsMs: readonly number[] = [
  3_650 * dayMs,
  0,
  -3_650 * dayMs,
  0,
  3_600_000,
  -3_600_000,
  0,
  400 * dayMs,
  -400 * dayMs,
  0,
];

/**
 * Loaded before the product: its wall clock is that of the machine and what a file says. Monotonic time goes on, unless
 * time is to pass for it as well.
 */
const shiftingClock = (file: string, passes: boolean): string => `
  import { readFileSync, writeFileSync } from 'node:fs';
  const real = Date.now;
  let shiftMs = 0;
  const look = () => { try { shiftMs = Number(readFileSync(${JSON.stringify(file)}, 'utf8')) || 0; } catch {} 
    writeFileSync(${JSON.stringify(`${file}.seen`)}, String(shiftMs)); };
  look();
  setInterval(look, 50).unref();
  const Real = Date;
  globalThis.Date = class Date extends Real {
    constructor(...given) { super(...(given.length === 0 ? [real() + shiftMs] : given)); }
    static now() { return real() + shiftMs; }
  };
  const passed = performance.now.bind(performance);
  if (${passes}) performance.now = () => passed() + shiftMs;`;

interface Status {
  readonly files_read: number;
  readonly is_scanning: boolean;
}

/**
 * Moves the clock of a running server ten years on and back and more, and looks whether anybody notices.
 * @param options.passes whether that time really passes, which ends every session: the control, which must be red
 */
export const runClockJumps = async ({
  jumps = jumpsMs,
  passes = false,
}: {
  jumps?: readonly number[];
  passes?: boolean;
} = {}): Promise<ClockJumpResult> => {
  await using folder = await tempFolder();
  const dataFolder = folder.join('data');
  const shiftFile = folder.join('shift');
  writeFileSync(shiftFile, '0');
  const token = await prepare(dataFolder, folder.join('music'));
  const preload = `data:text/javascript,${encodeURIComponent(shiftingClock(shiftFile, passes))}`;
  const failures: string[] = [];
  {
    await using product = await startProduct({
      dataFolder,
      argv: ['--log-level', 'error'],
      environment: { NODE_OPTIONS: `--import ${preload}` },
    });
    const client = clientOf(product, token);
    await scanned(client, 4);
    const recent = (await client.send('recent?limit=10')).body.toString();
    for (const shiftMs of jumps) {
      const name = `${shiftMs / dayMs} days`;
      writeFileSync(shiftFile, String(shiftMs));
      const seen = (): string => readFileSync(`${shiftFile}.seen`, 'utf8');
      await eventually(`a clock that is off by ${name}`, () => seen() === String(shiftMs));
      const hold = async (path: string, options?: { method: string; body?: unknown }): Promise<void> => {
        const { status } = await client.send(path, options);
        if (status >= 300) failures.push(`${name}: ${path} answered ${status}`);
      };
      await hold('playlists');
      await hold('preferences', { method: 'PUT', body: { web_theme_accent: '#123456' } });
      await hold(`audio/${encodeURIComponent(songPath(1))}`);
      await hold('sessions');
      if (passes && failures.length > 0) break;
      await signIn(product).catch((error: unknown) => failures.push(`${name}: ${(error as Error).message}`));
      await client.json('trigger_index', { method: 'POST' });
      await sleep(300);
      await scanned(client, 4);
      const { files_read: filesRead } = await client.json<Status>('scan_status');
      if (filesRead > 0) failures.push(`${name}: ${filesRead} files were read again`);
      if ((await client.send('recent?limit=10')).body.toString() !== recent)
        failures.push(`${name}: what came lately is another`);
    }
    client.close();
  }
  await using again = await startProduct({ dataFolder, argv: ['--log-level', 'error'] });
  const client = clientOf(again, token);
  const { status } = await client.send('playlists');
  if (status !== 200) failures.push(`after a start with the right clock, a session answered ${status}`);
  client.close();
  return { jumps: jumps.length, failures };
};
