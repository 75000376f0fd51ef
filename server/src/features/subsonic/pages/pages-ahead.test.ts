import { join } from 'node:path';
import { createFakeClock, library } from '@tonearm/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { scanMusic } from '../../../../test/subsonic-scanned.ts';
import { startWholeServer, type WholeServer } from '../../../../test/whole-server.ts';
import type { ListedSong } from '../../../library/read/music/music-reading.ts';
import { openReading } from '../../../library/read/open-reading.ts';
import type { AppEvents } from '../../../platform/app-events.ts';
import { createEvents } from '../../../platform/events.ts';
import { silentLog } from '../../../platform/log.ts';
import { collectGarbage } from '../../../platform/memory/collect-garbage.ts';
import { folderIdOf, knownArtists } from '../known-ids.ts';
import { createShaping } from '../shaping/shaping.ts';
import { unpackPage } from './packed-page.ts';
import { createPageMaking, type MadePage, type WalkPage } from './page-making.ts';
import { createPagesAhead } from './pages-ahead.ts';
import type { PageReport } from './pages-ahead-messages.ts';
import { xmlName, xmlPageOf } from './xml-page.ts';

const packed = { bytes: Buffer.from('packed'), unpackedLength: 6 };

/** Pages of a library of so many albums and songs, by somebody who answers at once. */
const stage = (entryCount = 1200) => {
  const clock = createFakeClock();
  const events = createEvents<AppEvents>((error) => {
    throw error;
  });
  const now = { state: 1 as number | null, isOn: true, isScanning: false, onAsked: (): void => {} };
  const told = { starts: 0, kills: 0, asked: [] as WalkPage[], reports: [] as WeakRef<PageReport>[] };
  const put: { state: number; name: string }[] = [];
  const ahead = createPagesAhead({
    dataFolder: 'none',
    apps: {
      state: () => now.state,
      songs: async ({ offset }) => ({
        name: '',
        read: async () => (offset < entryCount * 10 ? [{} as ListedSong] : []),
      }),
    },
    kept: { put: ({ state, name }) => put.push({ state, name }) },
    isOn: () => now.isOn,
    isScanning: () => now.isScanning,
    events,
    clock,
    log: silentLog,
    start: (_folder, onMessage: (report: PageReport) => void) => {
      told.starts += 1;
      const ended = Promise.withResolvers<{ isWell: boolean; why: string; error: undefined }>();
      return {
        ended: ended.promise,
        release: () => {},
        kill: () => {
          told.kills += 1;
          ended.resolve({ isWell: false, why: 'SIGKILL', error: undefined });
        },
        send: (wanted) => {
          told.asked.push(wanted);
          now.onAsked();
          const count = Math.max(0, Math.min(500, entryCount - wanted.page.offset));
          const name = `${wanted.of} ${wanted.of === 'songs' ? '' : wanted.order.by} ${wanted.page.offset}`;
          const report = { count, packed: [{ name, packed }] };
          told.reports.push(new WeakRef(report));
          onMessage(report);
        },
      };
    },
  });
  return { ahead, clock, events, now, told, put };
};

const settle = async (clock: ReturnType<typeof createFakeClock>, ms: number): Promise<void> => {
  for (let gone = 0; gone < ms; gone += 500) {
    await clock.advance(500);
    for (let turn = 0; turn < 30; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
};

describe('pages ahead', () => {
  it('are made of every walk, and again when the library is another, once there is an app', async () => {
    const { ahead, clock, events, now, told, put } = stage();
    now.isOn = false;
    ahead.start();
    await settle(clock, 10_000);
    expect(told.starts).toBe(0);
    now.isOn = true;
    ahead.start();
    await settle(clock, 10_000);
    const names = ['albums name', 'albums row', 'albums newest', 'albums artist', 'songs '].flatMap((walk) =>
      [0, 500, 1000].map((offset) => `${walk} ${offset}`),
    );
    expect(put).toEqual(names.map((name) => ({ state: 1, name })));
    // Nothing changed, or nothing that anybody tells of: colours of pictures.
    events.emit('collection-changed', { revision: 2 });
    await settle(clock, 3_000);
    expect([told.starts, told.kills]).toEqual([1, 1]);
    now.state = 10;
    await settle(clock, 15_000);
    expect([told.starts, put.length, put.at(-1)?.state]).toEqual([2, 30, 10]);
    await settle(clock, 40_000);
    put.length = 15;
    told.starts = 1;
    now.state = 2;
    events.emit('collection-changed', { revision: 3 });
    await settle(clock, 10_000);
    expect(told.starts).toBe(1);
    ahead.want();
    await settle(clock, 10_000);
    expect([told.starts, put.length, put.at(-1)?.state]).toEqual([2, 30, 2]);
    now.state = 3;
    ahead.noteMade();
    await settle(clock, 10_000);
    expect([told.starts, put.length, put.at(-1)?.state]).toEqual([3, 45, 3]);
    await ahead.stop();
    expect(clock.pendingCount()).toBe(0);
  });

  it('wait for the end of a scan, and are given up while the library changes', async () => {
    const { ahead, clock, now, told, put } = stage();
    now.isScanning = true;
    ahead.want();
    await settle(clock, 20_000);
    expect(told.starts).toBe(0);
    now.isScanning = false;
    now.onAsked = () => {
      if (told.asked.length === 5) now.state = 2;
    };
    await settle(clock, 8_000);
    expect([told.starts, told.kills, put.length]).toEqual([1, 1, 4]);
    await settle(clock, 20_000);
    expect([told.starts, put.length, put.at(-1)]).toEqual([2, 19, { state: 2, name: 'songs  1000' }]);
    await ahead.stop();
  });

  it('are let go once they are put away, long before the last is made', async () => {
    const { ahead, clock, now, told } = stage();
    let left = -1;
    now.onAsked = () => {
      if (told.asked.length !== 12) return;
      collectGarbage();
      left = told.reports.filter((report) => report.deref() !== undefined).length;
    };
    ahead.want();
    await settle(clock, 10_000);
    expect(told.asked.length).toBeGreaterThan(12);
    expect(left).toBeGreaterThanOrEqual(0);
    expect(left).toBeLessThan(3);
    await ahead.stop();
  });

  it('are none of a small collection, and none any more once they are stopped', async () => {
    const small = stage(300);
    small.ahead.want();
    await settle(small.clock, 10_000);
    expect(small.told.starts).toBe(0);
    await small.ahead.stop();
    const { ahead, clock, now, told } = stage();
    const stops: Promise<void>[] = [];
    now.onAsked = () => {
      stops.push(ahead.stop());
    };
    ahead.want();
    await settle(clock, 10_000);
    await Promise.all(stops);
    expect([told.starts, told.kills > 0, told.asked.length, clock.pendingCount()]).toEqual([1, true, 1, 0]);
  });
});

describe('the process that makes them', () => {
  let server: WholeServer;
  beforeAll(async () => {
    server = await startWholeServer();
    await library()
      .album('Picnic', 4, { artist: 'Anna', cover: 'Folder.jpg', genre: 'Folk', year: 2016 })
      .album('Rain', 2, { artist: 'Ben', genre: 'Rock & Roll', year: 2001 })
      .song('loose/untagged.mp3')
      .writeTo(join(server.folder, 'music'));
    await server.createUser('root');
    await scanMusic(server, 7);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  it('makes what the answering thread would', async () => {
    const { reading, close } = openReading(join(server.folder, 'data'));
    const { apps } = reading;
    const shaping = createShaping({ apps, folderIdOf, artists: knownArtists, marks: async () => new Map() });
    const making = createPageMaking({ apps, shaping });
    const clock = createFakeClock();
    const made = new Map<string, MadePage>();
    const ahead = createPagesAhead({
      dataFolder: join(server.folder, 'data'),
      apps,
      fewestSongs: 1,
      kept: { put: ({ name, packed: page }) => made.set(name, unpackPage(page)) },
      isOn: () => true,
      isScanning: () => false,
      events: createEvents<AppEvents>(() => {}),
      clock,
      log: silentLog,
    });
    ahead.want();
    await clock.advance(4_000);
    await vi.waitFor(() => expect(made.size).toBe(10), { timeout: 60_000 });
    const page = { source: null, offset: 0, limit: 500 };
    const wishes: WalkPage[] = [
      { of: 'songs', page },
      ...(['name', 'row', 'newest', 'artist'] as const).map((by) => ({
        ...{ of: 'albums' as const, order: { by }, page },
      })),
    ];
    for (const wish of wishes) {
      const { name, make } = await making.stretch(wish);
      const own = await make();
      expect(own.entries.bytes.length).toBeGreaterThan(1000);
      expect(made.get(name)).toEqual(own);
      expect(made.get(xmlName(name))).toEqual(xmlPageOf(wish.of, own));
    }
    await ahead.stop();
    close();
  });
});
