import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { createFakeClock, type FakeClock, library, type TempFolder, tempFolder } from '@tonearm/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultModelSettings } from '../../library/model/model-settings.ts';
import { openLibraryReader, openLibraryWriter } from '../../library/open-library.ts';
import { openState } from '../../state/open-state.ts';
import type { FromScanProcess, ToScanProcess } from '../scan/index.ts';
import { createScanLink, type ScanLink } from './scan-link.ts';

/** How long something may take here; far more than it takes on an idle machine. */
const patience = { timeout: 150_000, interval: 100 };

/** Every process as its number and its command line. `ps` is no part of a bare system, `/proc` of no other. */
const processes = async (): Promise<string[]> => {
  if (!existsSync('/proc/self/cmdline')) {
    const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,args=', '-ww']);
    return stdout.split('\n');
  }
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      return [`${pid} ${readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')}`];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
};

/** Processes that run a scan over a data folder. */
const scanProcesses = async (dataFolder: string): Promise<number[]> =>
  (await processes())
    .filter((line) => /scan-process\.[jt]s/.test(line) && line.includes(dataFolder))
    .map((line) => Number.parseInt(line, 10));

let folder: TempFolder;
let dataFolder: string;
let clock: FakeClock;
let link: ScanLink;
let told: FromScanProcess[];
let deaths: Error[];

const request = (): ToScanProcess => ({
  kind: 'scan',
  request: {
    sources: [{ name: 'Music', realPath: folder.join('music') }],
    buckets: [],
    albumArtPattern: 'Folder.jpg',
    model: defaultModelSettings,
    corrections: [],
    followsLinksOutside: false,
    folders: null,
    forget: [],
    retry: [],
  },
});

const openLink = (firstAfterMs?: number): ScanLink =>
  createScanLink({
    dataFolder,
    readerCount: 1,
    ...(firstAfterMs === undefined ? {} : { firstAfterMs }),
    clock,
    onMessage: (message) => told.push(message),
    onDeath: (error) => deaths.push(error),
  });

const endings = () => told.flatMap((message) => (message.kind === 'ended' ? [message.result] : []));

beforeEach(async () => {
  folder = await tempFolder();
  dataFolder = folder.join('data');
  mkdirSync(dataFolder);
  openState(dataFolder).close();
  openLibraryWriter(dataFolder).close();
  await library().album('Picnic', 3).writeTo(folder.join('music'));
  clock = createFakeClock();
  told = [];
  deaths = [];
  link = openLink();
});

afterEach(async () => {
  await link.close();
  await folder[Symbol.asyncDispose]();
});

describe('the scan process', () => {
  it('is not there before it is needed, nor for long afterwards', async () => {
    expect(await scanProcesses(dataFolder)).toEqual([]);
    link.send(request());
    await expect.poll(endings, patience).toEqual(['completed']);
    await clock.advance(1_999);
    expect(await scanProcesses(dataFolder)).toHaveLength(1);
    await clock.advance(1);
    await expect.poll(() => scanProcesses(dataFolder), patience).toEqual([]);
    expect(deaths).toEqual([]);
    link.send(request());
    await expect.poll(endings, patience).toEqual(['completed', 'completed']);
  }, 600_000);

  it('is replaced when it is killed, and its end is told of', async () => {
    link.send({ kind: 'keep', source: 'Music' });
    await expect.poll(() => scanProcesses(dataFolder), patience).toHaveLength(1);
    const [pid] = await scanProcesses(dataFolder);
    process.kill(pid ?? 0, 'SIGKILL');
    await expect
      .poll(() => deaths.map(({ message }) => message), patience)
      .toEqual(['The scan process ended: SIGKILL.']);
    link.send(request());
    await expect.poll(endings, patience).toEqual(['completed']);
  }, 600_000);

  it('lets the server say when it ends, not a terminal', async () => {
    link.send(request());
    await expect.poll(endings, patience).toEqual(['completed']);
    const [pid] = await scanProcesses(dataFolder);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.kill(pid ?? 0, signal);
    link.send({ kind: 'colors', colors: new Map([[1, '#123456']]) });
    const reader = openLibraryReader(dataFolder);
    const color = reader.raw.prepare('SELECT artwork_color FROM directories WHERE id = 1').pluck();
    await expect.poll(() => color.get(), patience).toBe('#123456');
    reader.close();
    expect(deaths).toEqual([]);
  }, 600_000);

  it('stops a scan that is cancelled, and scans again when it is asked', async () => {
    await library().album('Cello', 400).writeTo(folder.join('music'));
    link.send(request());
    link.cancel();
    await expect.poll(endings, patience).toEqual(['cancelled']);
    link.send(request());
    await expect.poll(endings, patience).toEqual(['cancelled', 'completed']);
  }, 600_000);

  it('is not waited for at the end when it has not begun', async () => {
    link.send(request());
    await link.close();
    expect(await scanProcesses(dataFolder)).toEqual([]);
    expect([told, deaths]).toEqual([[], []]);
  });

  it('does what it was told before the end, where that is more than a scan', async () => {
    link.send(request());
    await expect.poll(endings, patience).toEqual(['completed']);
    await link.close();
    link = openLink();
    link.send({ kind: 'colors', colors: new Map([[1, '#123456']]) });
    await link.close();
    const reader = openLibraryReader(dataFolder);
    expect(reader.raw.prepare('SELECT artwork_color FROM directories WHERE id = 1').pluck().get()).toBe(
      '#123456',
    );
    reader.close();
  });

  describe('the first one, where it waits', () => {
    const colorOf = (id: number): unknown => {
      const reader = openLibraryReader(dataFolder);
      const color = reader.raw.prepare('SELECT artwork_color FROM directories WHERE id = ?').pluck().get(id);
      reader.close();
      return color;
    };

    beforeEach(() => {
      link = openLink(100);
    });

    it('comes later, and does all that it was sent in that order', async () => {
      link.send(request());
      link.send({ kind: 'colors', colors: new Map([[1, '#123456']]) });
      await clock.advance(99);
      expect(await scanProcesses(dataFolder)).toEqual([]);
      await clock.advance(1);
      await expect.poll(endings, patience).toEqual(['completed']);
      await expect.poll(() => colorOf(1), patience).toBe('#123456');
      // The next one waits for nothing.
      await clock.advance(2_000);
      await expect.poll(() => scanProcesses(dataFolder), patience).toEqual([]);
      link.send(request());
      await expect.poll(endings, patience).toEqual(['completed', 'completed']);
    }, 600_000);

    it('comes at once to end what is cancelled', async () => {
      link.send(request());
      link.cancel();
      await expect.poll(endings, patience).toHaveLength(1);
    }, 600_000);

    it('never comes for a scan when the server ends, or gives the library up', async () => {
      link.send(request());
      await link.abandon();
      await clock.advance(100);
      expect(await scanProcesses(dataFolder)).toEqual([]);
      link = openLink(100);
      link.send(request());
      await link.close();
      await clock.advance(100);
      expect(await scanProcesses(dataFolder)).toEqual([]);
      expect([told, deaths]).toEqual([[], []]);
    });

    it('comes for what must not be lost when the server ends', async () => {
      const other = openLink();
      other.send(request());
      await expect.poll(endings, patience).toEqual(['completed']);
      await other.close();
      link.send({ kind: 'colors', colors: new Map([[1, '#123456']]) });
      await link.close();
      expect(colorOf(1)).toBe('#123456');
    }, 600_000);
  });

  it('does not keep the server from ending, whatever it does', async () => {
    link.send(request());
    await expect.poll(() => told.length, patience).toBeGreaterThan(0);
    const [pid] = await scanProcesses(dataFolder);
    process.kill(pid ?? 0, 'SIGSTOP');
    const closed = link.close();
    await clock.advance(1_500);
    await closed;
    expect(await scanProcesses(dataFolder)).toEqual([]);
    expect(deaths).toEqual([]);
  }, 600_000);

  it('does not outlive a server that is killed', async () => {
    const server: ChildProcess = spawn(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `const { createScanLink } = await import(${JSON.stringify(new URL('./scan-link.ts', import.meta.url).href)});
         const { systemClock } = await import(${JSON.stringify(new URL('../../platform/clock.ts', import.meta.url).href)});
         const link = createScanLink({ dataFolder: ${JSON.stringify(dataFolder)}, readerCount: 1, clock: systemClock,
           onMessage: (message) => console.log(message.kind), onDeath: () => {} });
         link.send(${JSON.stringify(request())});
         setInterval(() => link.send({ kind: 'keep', source: 'Music' }), 100);`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    if (server.stdout !== null) await once(server.stdout, 'data');
    expect(await scanProcesses(dataFolder)).toHaveLength(1);
    server.kill('SIGKILL');
    await expect.poll(() => scanProcesses(dataFolder), patience).toEqual([]);
  }, 600_000);
});
