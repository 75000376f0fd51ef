import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFakeClock } from '@tonearm/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../platform/log.ts';
import { openSpool, type Spool } from '../../platform/paths/spool.ts';
import { systemRandom } from '../../platform/random.ts';
import { openState } from '../../state/open-state.ts';
import { listLoose } from './playlist-store.ts';
import { createPlaylists } from './playlists.ts';

const user = 1;
const tenMinutesMs = 10 * 60_000;

let folder: string;
let state: ReturnType<typeof openState>;
let clock: ReturnType<typeof createFakeClock>;
/** How often the log was carried over, and how many hold it now. */
let log: { carried: number; holders: number };
/** How many spools were opened, and what is another with them. */
let opened: number;
let spoolChange: Partial<Spool>;
/** Contents that no playlist points to any more, as was told. */
let retired: number[];

const createOver = () =>
  createPlaylists({
    state,
    quota: { entries: 5_000_000, bytes: 200_000_000 },
    carriedLog: {
      carryOver: () => {
        log.carried += 1;
        return Promise.resolve();
      },
      hold: () => {
        log.holders += 1;
        return () => {
          log.holders -= 1;
          return Promise.resolve();
        };
      },
    },
    clock,
    random: systemRandom,
    openSpool: async () => {
      opened += 1;
      return { ...(await openSpool(folder, `spool-${opened}`)), ...spoolChange };
    },
    log: silentLog,
    onRewritten: () => {},
    onRetired: (contentId) => retired.push(contentId),
  });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'playlists-log-'));
  state = openState(folder);
  state.raw.exec(
    "INSERT INTO users (id, name, password_hash, is_admin, created_at_ms) VALUES (1, 'anna', '', 0, 0)",
  );
  clock = createFakeClock();
  log = { carried: 0, holders: 0 };
  opened = 0;
  spoolChange = {};
  retired = [];
});
afterEach(() => {
  state.close();
  rmSync(folder, { recursive: true });
});

type Playlists = ReturnType<typeof createPlaylists>;

/** Saves entries, so many in a part, which is a row. */
const save = async (
  playlists: Playlists,
  name: string,
  tracks: readonly string[],
  perRow = 100,
): Promise<void> => {
  async function* parts() {
    for (let at = 0; at < tracks.length; at += perRow) {
      const part = tracks.slice(at, at + perRow);
      yield { count: part.length, json: Buffer.from(JSON.stringify(part)) };
    }
  }
  await playlists.replace({ userId: user, name, parts: parts() });
};

const allOf = async (playlists: Playlists, name: string): Promise<readonly string[]> =>
  (await playlists.open(user, name)).readAll();

/** How many turns of the event loop others get until some work is done. */
const turnsDuring = async (work: Promise<unknown>): Promise<number> => {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  let turns = 0;
  for (; !isDone; turns += 1) await new Promise((resolve) => setImmediate(resolve));
  await done;
  return turns;
};

describe('saving a playlist', () => {
  it('tells of the content that was replaced, and deletion of the last', async () => {
    const playlists = createOver();
    await save(playlists, 'one', ['a']);
    await save(playlists, 'other', ['a']);
    expect(retired).toEqual([]);
    const { contentId: first } = await playlists.open(user, 'one');
    await save(playlists, 'one', ['b']);
    const { contentId: second } = await playlists.open(user, 'one');
    expect(retired).toEqual([first]);
    await playlists.remove(user, 'one');
    expect(retired).toEqual([first, second]);
  });

  it('carries the log over every four megabytes and at the end, and not for a short one', async () => {
    const playlists = createOver();
    await save(playlists, 'short', ['a', 'b']);
    expect(log.carried).toBe(0);
    await save(playlists, 'a megabyte', Array<string>(1000).fill('x'.repeat(1000)));
    expect(log.carried).toBe(1);
    await save(playlists, 'ten', Array<string>(10_000).fill('x'.repeat(1000)));
    expect(log.carried).toBe(4);
    expect(await allOf(playlists, 'ten')).toHaveLength(10_000);
  });
});

describe('a very long playlist', () => {
  /** Entries of half a megabyte, as one row. */
  const row = Array<string>(5000).fill('x'.repeat(100));
  const rowCount = (): unknown => state.raw.prepare('SELECT count(*) FROM playlist_chunks').pluck().get();

  it('that is refused has cost no more rows than an ordinary one, and whoever sends is let go', async () => {
    const playlists = createOver();
    let most = 0;
    let isLetGo = false;
    async function* parts() {
      try {
        for (;;) {
          yield { count: 100_000, json: Buffer.from(JSON.stringify(row)) };
          most = Math.max(most, Number(rowCount()));
        }
      } finally {
        isLetGo = true;
      }
    }
    await expect(playlists.replace({ userId: user, name: 'x', parts: parts() })).rejects.toThrow(
      'Your playlists may hold 5,000,000 entries together.',
    );
    // Of fifty.
    expect([opened, most, isLetGo]).toEqual([1, 32, true]);
    isLetGo = false;
    const tooLong = { userId: user, name: 'x'.repeat(2000), parts: parts() };
    await expect(playlists.replace(tooLong)).rejects.toThrow('The name of a playlist');
    expect([opened, isLetGo]).toEqual([1, true]);
    await playlists.tidy();
    expect([await listLoose(state.query), rowCount()]).toEqual([[], 0]);
  });

  it('is saved whole, and as it was before when it cannot be put aside', async () => {
    const playlists = createOver();
    const tracks = Array.from({ length: 200_000 }, (_, at) => `${at} ${'x'.repeat(100)}`);
    await save(playlists, 'x', ['old']);
    const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    for (const change of ['add', 'take'] as const) {
      spoolChange = { [change]: () => Promise.reject(full) };
      await expect(save(playlists, 'x', tracks, 1000)).rejects.toThrow('no space left');
      expect(await allOf(playlists, 'x')).toEqual(['old']);
      await playlists.tidy();
      expect(await listLoose(state.query)).toEqual([]);
    }
    spoolChange = {};
    await save(playlists, 'x', tracks, 1000);
    expect(opened).toBe(3);
    expect(await allOf(playlists, 'x')).toEqual(tracks);
  });
});

describe('a replaced playlist', () => {
  const replaceLong = async (playlists: Playlists): Promise<void> => {
    await save(playlists, 'x', Array<string>(5000).fill('x'.repeat(100)));
    await save(playlists, 'x', ['new']);
    await playlists.tidy();
  };

  it('can be read for ten minutes, and says so afterwards', async () => {
    const playlists = createOver();
    await save(playlists, 'x', ['old']);
    const [reader, late] = [await playlists.open(user, 'x'), await playlists.open(user, 'x')];
    await save(playlists, 'x', ['new']);
    await clock.advance(tenMinutesMs - 1);
    await playlists.tidy();
    expect(await reader.readChunk(0)).toEqual(['old']);
    await clock.advance(1);
    await playlists.tidy();
    await expect(late.readChunk(0)).rejects.toThrow('The playlist was replaced meanwhile.');
    expect(await allOf(playlists, 'x')).toEqual(['new']);
  });

  it('that was taken away can be read for ten minutes too', async () => {
    const playlists = createOver();
    await save(playlists, 'x', ['old']);
    const [reader, late] = [await playlists.open(user, 'x'), await playlists.open(user, 'x')];
    await playlists.remove(user, 'x');
    await clock.advance(tenMinutesMs - 1);
    await playlists.tidy();
    expect(await reader.readChunk(0)).toEqual(['old']);
    await clock.advance(1);
    await playlists.tidy();
    await expect(late.readChunk(0)).rejects.toThrow('The playlist was replaced meanwhile.');
    expect(await listLoose(state.query)).toEqual([]);
  });

  it('is removed in many turns, so that others get theirs, and lets go of the log', async () => {
    const playlists = createOver();
    await replaceLong(playlists);
    await clock.advance(tenMinutesMs);
    // 50 rows, four in a turn.
    expect(await turnsDuring(playlists.tidy())).toBeGreaterThan(10);
    expect(log.holders).toBe(0);
    expect(await listLoose(state.query)).toEqual([]);
  });
});

describe('songs that change places', () => {
  it('are followed at once or not at all, so that what is told again is right', async () => {
    // 200 rows of a thousand: much longer than one turn takes.
    const tracks = Array.from({ length: 200_000 }, (_, at) => (at % 2 === 0 ? 'a' : 'b'));
    const playlists = createOver();
    await save(playlists, 'x', tracks);
    state.raw.exec(`CREATE TRIGGER full BEFORE UPDATE ON playlist_chunks WHEN new.chunk = 150
      BEGIN SELECT raise(ABORT, 'the disk is full'); END`);
    const swap = {
      library: 'one',
      moves: [
        { id: 1, from: 'a', to: 'b' },
        { id: 2, from: 'b', to: 'a' },
      ],
    };
    await expect(playlists.follow(swap)).rejects.toThrow('the disk is full');
    state.raw.exec('DROP TRIGGER full');
    expect(await allOf(playlists, 'x')).toEqual(tracks);
    await playlists.follow(swap);
    expect(await allOf(playlists, 'x')).toEqual(tracks.map((track) => (track === 'a' ? 'b' : 'a')));
  });
});
