import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@tonearm/testkit';
import type Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { carryLogOver } from '../../db/settings.ts';
import { openLibraryWriter } from '../open-library.ts';
import { createCapture, settlePosition } from './capture.ts';
import { createPositions } from './feed-position.ts';
import { allRows, openFollower, waitingParts } from './test-feed.ts';
import { type Change, change, changes } from './test-random-changes.ts';

/** An empty library, made once. */
let emptyFolder: Awaited<ReturnType<typeof tempFolder>>;
beforeAll(async () => {
  emptyFolder = await tempFolder();
  openLibraryWriter(emptyFolder.path).close();
});
afterAll(() => emptyFolder[Symbol.asyncDispose]());

/** A library that is written to, and one that began as its copy and follows. */
const openPair = (folder: string, options: { mostWaiting?: number } = {}) => {
  const folders = { leader: join(folder, 'leader'), follower: join(folder, 'follower') };
  for (const each of Object.values(folders)) mkdirSync(each);
  copyFileSync(emptyFolder.join('library.db'), join(folders.leader, 'library.db'));
  const open = () => {
    const { raw, close } = openLibraryWriter(folders.leader);
    return { raw, close, capture: createCapture(raw, options) };
  };
  let leader = open();
  carryLogOver(leader.raw);
  copyFileSync(join(folders.leader, 'library.db'), join(folders.follower, 'library.db'));
  let follower = openFollower(folders.follower);

  const write = (raw: Database.Database, made: readonly Change[]): void => {
    raw.exec('BEGIN IMMEDIATE');
    for (const each of made) change(raw, each);
    raw.exec(`INSERT INTO meta VALUES ('revision', '1')
      ON CONFLICT (key) DO UPDATE SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT)`);
    leader.capture.keep();
  };

  return {
    leader: () => leader.raw,
    follower: () => follower,
    commit: (made: readonly Change[]): void => {
      write(leader.raw, made);
      leader.raw.exec('COMMIT');
    },
    /** Ends the writing process with its transaction open, and starts another. */
    killLeader: (made: readonly Change[]): void => {
      write(leader.raw, made);
      leader.close();
      leader = open();
    },
    killFollower: (): void => {
      follower.close();
      follower = openFollower(folders.follower);
    },
    keep: (): void => leader.capture.keep(),
    published: (sequence: number): void => leader.capture.published(sequence),
    tidy: (): void => leader.capture.tidy(),
    close: (): void => {
      leader.close();
      follower.close();
    },
  };
};

const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('commit' as const), made: changes }) },
    fc.record({ kind: fc.constant('kill leader' as const), made: changes }),
    // Some parts arrive: each once, twice, or with one left out.
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('arrive' as const), from: fc.nat(3), count: fc.nat(5) }),
    },
    fc.record({ kind: fc.constant('kill follower' as const) }),
  ),
  { maxLength: 14 },
);

describe('the feed of a library', () => {
  it('brings every change of every table to who follows, whoever is killed when', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (course) => {
        await using folder = await tempFolder();
        const pair = openPair(folder.path);
        try {
          for (const step of course) {
            if (step.kind === 'commit') pair.commit(step.made);
            else if (step.kind === 'kill leader') pair.killLeader(step.made);
            else if (step.kind === 'kill follower') pair.killFollower();
            else {
              const parts = waitingParts(pair.leader());
              for (const part of parts.slice(step.from, step.from + step.count))
                pair.follower().applier.take(part);
            }
          }
          for (const part of waitingParts(pair.leader())) {
            expect(['applied', 'taken', 'known']).toContain(pair.follower().applier.take(part));
          }
          expect(allRows(pair.follower().raw)).toEqual(allRows(pair.leader()));
          const positionOf = (raw: Database.Database) => createPositions(raw).read();
          expect(positionOf(pair.follower().raw)).toEqual(positionOf(pair.leader()));
        } finally {
          pair.close();
        }
      }),
      { numRuns: 25 },
    );
  });

  /** Both ends with one step, and what stands in the follower's way after it. */
  const pairAfter = async (
    work: (pair: ReturnType<typeof openPair>) => void,
    options = {},
  ): Promise<void> => {
    await using folder = await tempFolder();
    const pair = openPair(folder.path, options);
    try {
      work(pair);
    } finally {
      pair.close();
    }
  };
  const song: Change = { table: 0, verb: 'insert', seed: 1, row: 1 };

  it('refuses a batch that does not follow, or is not what it was', () =>
    pairAfter((pair) => {
      pair.commit([song]);
      pair.commit([{ ...song, seed: 2 }]);
      const [first, second] = waitingParts(pair.leader());
      const before = allRows(pair.follower().raw);
      const { applier } = pair.follower();
      expect(applier.take(second as never)).toBe('apart');
      expect(applier.take({ ...(first as object), chain: '00' } as never)).toBe('apart');
      expect(allRows(pair.follower().raw)).toEqual(before);
      expect(applier.take(first as never)).toBe('applied');
      expect(applier.take(first as never)).toBe('known');
    }));

  it('leaves what it can read of a batch out when the rest is no batch', () =>
    pairAfter((pair) => {
      pair.commit([song]);
      const [first] = waitingParts(pair.leader());
      const before = allRows(pair.follower().raw);
      const cut = { ...(first as object), bytes: Buffer.from('not compressed') };
      expect(() => pair.follower().applier.take(cut as never)).toThrow();
      expect(allRows(pair.follower().raw)).toEqual(before);
      expect(pair.follower().applier.take(first as never)).toBe('applied');
    }));

  it('sends rows of any length, in parts that are seen as one', () =>
    pairAfter((pair) => {
      const long = randomBytes(5_000_000);
      pair.commit([song]);
      pair.leader().exec('BEGIN IMMEDIATE');
      pair.leader().prepare('INSERT INTO search_postings VALUES (1, ?)').run(long);
      pair.leader().prepare('INSERT INTO search_postings VALUES (2, ?)').run(Buffer.alloc(6_000_000));
      pair.keep();
      pair.leader().exec('COMMIT');
      const parts = waitingParts(pair.leader());
      expect(parts.length).toBeGreaterThan(5);
      expect(Math.max(...parts.map(({ bytes }) => bytes.length))).toBeLessThanOrEqual(4 * 1024 * 1024);
      const { applier, raw } = pair.follower();
      for (const part of parts.slice(0, -1)) applier.take(part);
      applier.rollback();
      expect(raw.prepare('SELECT count(*) FROM search_postings').pluck().get()).toBe(0);
      for (const part of parts) applier.take(part);
      expect(allRows(raw)).toEqual(allRows(pair.leader()));
    }));

  it('takes out of the outbox what was published, and nothing else', () =>
    pairAfter((pair) => {
      for (const seed of [1, 2, 3]) pair.commit([{ ...song, seed }]);
      const sequences = waitingParts(pair.leader()).map(({ sequence }) => sequence);
      pair.published(sequences[1] as number);
      pair.tidy();
      expect(waitingParts(pair.leader()).map(({ sequence }) => sequence)).toEqual(sequences.slice(2));
    }));

  it('begins anew when more waits than a copy would be', () =>
    pairAfter(
      (pair) => {
        pair.commit([song]);
        const { chain } = waitingParts(pair.leader())[0] as { chain: string };
        for (let seed = 2; waitingParts(pair.leader()).length > 0; seed += 1)
          pair.commit([{ ...song, seed }]);
        pair.commit([{ ...song, seed: 1000 }]);
        const [after] = waitingParts(pair.leader());
        expect(after?.previous).not.toBe(chain);
        expect(pair.follower().applier.take(after as never)).toBe('apart');
      },
      { mostWaiting: 2000 },
    ));

  it('knows a library that was written to without it', async () => {
    await using folder = await tempFolder();
    const { raw, close } = openLibraryWriter(folder.path);
    const position = () => createPositions(raw).read();
    settlePosition(raw);
    const before = position();
    expect(before).not.toBeNull();
    raw.exec("INSERT INTO meta VALUES ('revision', '7')");
    expect(position()).toBeNull();
    settlePosition(raw);
    expect(position()?.sequence).toBe((before?.sequence ?? 0) + 1);
    raw.exec('CREATE INDEX more ON songs (name)');
    expect(position()).toBeNull();
    settlePosition(raw);
    raw.exec(
      'INSERT INTO directories (source_id, name, virtual_path, sort_key, walk_key, added_at)' +
        " VALUES (1, 'a', 'a', x'', x'', 0)",
    );
    close();
    // Opening gives it an id.
    const again = openLibraryWriter(folder.path);
    expect(createPositions(again.raw).read()).toBeNull();
    again.close();
  });

  it('gives a library its triggers back when it is written to again', async () => {
    await using folder = await tempFolder();
    const triggers = (raw: Database.Database) =>
      raw.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY name").all();
    const first = openLibraryWriter(folder.path);
    const before = triggers(first.raw);
    first.close();
    expect(before.length).toBeGreaterThan(0);
    const follower = openFollower(folder.path);
    expect(triggers(follower.raw)).toEqual([]);
    follower.close();
    const again = openLibraryWriter(folder.path);
    expect(triggers(again.raw)).toEqual(before);
    again.close();
  });
});
