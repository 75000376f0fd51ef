import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createFakeClock, library, type TempFolder, tempFolder } from '@tonearm/testkit';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { idText } from '../../library/model/public-id.ts';
import { createEmbeddedReading } from '../../library/read/embedded-reading.ts';
import { silentLog } from '../../platform/log.ts';
import { createStateAccess } from '../../state/state-access.ts';
import { becomeOf } from '../corrections/index.ts';
import { createTestScanner, type TestScanner } from '../scan/tests/test-scan.ts';
import { createAnnotations } from './annotations.ts';
import { createPlayCounts } from './play-counts.ts';

let folder: TempFolder;
let test: TestScanner;
const userId = 1;

beforeEach(async () => {
  folder = await tempFolder();
  test = createTestScanner(folder.join('data'));
  test.sources = [{ name: 'M', realPath: folder.join('music') }];
  test.state.exec("INSERT INTO users VALUES (1, 'anna', '', 1, NULL, NULL, 0)");
});
afterEach(async () => {
  await test[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const annotations = () =>
  createAnnotations({ state: createStateAccess(test.state), clock: createFakeClock() });

let isFilling = false;
const count = () =>
  createPlayCounts({
    state: createStateAccess(test.state),
    reading: createEmbeddedReading({ raw: test.library }).music,
    isFilling: () => isFilling,
    becomeOf,
    log: silentLog,
  }).catchUp();

const listen = (path: string, at: number): void => {
  test.state
    .prepare('INSERT OR IGNORE INTO listens (user_id, path, played_at) VALUES (1, ?, ?)')
    .run(path, at);
};
const idOf = (path: string): string => idText(test.song(path)?.['public_id'] as Buffer);

describe('plays', () => {
  it('are counted once for the song, its album and its artists', async () => {
    await library()
      .song('a/1.mp3', { artist: 'Anna', album: 'Picnic', title: 'Bread', track: 1 })
      .song('a/2.mp3', { artist: 'Anna', album: 'Picnic', title: 'Wine', track: 2 })
      .writeTo(folder.join('music'));
    await test.scan();
    isFilling = true;
    listen('M/a/1.mp3', 100);
    await count();
    isFilling = false;
    expect((await annotations().of(userId, [idOf('M/a/1.mp3')])).size).toBe(0);
    listen('M/a/1.mp3', 300);
    listen('M/a/2.mp3', 200);
    listen('M/gone.mp3', 400);
    await Promise.all([count(), count()]);
    listen('M/a/2.mp3', 200);
    await count();
    const all = annotations();
    const list = (kind: 'song' | 'album' | 'artist', order: 'frequent' | 'recent') =>
      all.list(userId, { kind, order, offset: 0, limit: 10 });
    expect((await list('song', 'frequent')).slice(0, 1)).toEqual([{ id: idOf('M/a/1.mp3'), value: 2 }]);
    expect((await list('song', 'recent')).map(({ value }) => value)).toEqual([400_000, 300_000, 200_000]);
    expect((await list('album', 'frequent')).map(({ value }) => value)).toEqual([3]);
    expect((await list('artist', 'recent')).map(({ value }) => value)).toEqual([300_000]);
    // What is gone has its plays when it comes back.
    await writeFile(folder.join('music/gone.mp3'), 'not read, and yet a place');
    const [gone] = await list('song', 'recent');
    expect(gone?.id).toMatch(/^\w{22}$/);
    expect((await all.totalPlays([idOf('M/a/2.mp3')])).get(idOf('M/a/2.mp3'))).toBe(1);
  });
});

describe('what somebody made of a song', () => {
  type Deed = 'move' | 'together' | 'replace' | 'away' | 'rebuild';
  const deeds = fc.array(fc.constantFrom<Deed>('move', 'together', 'replace', 'away', 'rebuild'), {
    minLength: 4,
    maxLength: 7,
  });

  it('stays its own, whatever becomes of its file and of the library', async () => {
    const names = ['1', '2', '3'];
    const made = library();
    for (const name of names) {
      made.song(`${name}.mp3`, {
        artist: 'Anna',
        album: 'Picnic',
        title: `Song ${name}`,
        track: Number(name),
      });
    }
    await made.writeTo(folder.join('music'));
    await test.scan();
    const ids = new Map(names.map((name) => [name, idOf(`M/${name}.mp3`)]));
    for (const [at, [name, id]] of [...ids].entries()) {
      await annotations().star(userId, [{ kind: 'song', id }]);
      await annotations().rate(userId, [{ kind: 'song', id }], at + 1);
      for (let play = 0; play <= at; play += 1) listen(`M/${name}.mp3`, play);
    }
    await count();
    const before = await annotations().of(userId, ids.values());

    /** Where each is now, below the source. */
    const places = new Map(names.map((name) => [name, `${name}.mp3`]));
    let step = 0;
    const real = (path: string): string => folder.join('music', path);
    const restart = async (): Promise<void> => {
      const { sources } = test;
      await test[Symbol.asyncDispose]();
      for (const end of ['', '-wal', '-shm']) await rm(folder.join(`data/library.db${end}`), { force: true });
      test = createTestScanner(folder.join('data'));
      test.sources = sources;
    };
    const move = async (name: string, to: string): Promise<void> => {
      await mkdir(dirname(real(to)), { recursive: true });
      await rename(real(places.get(name) ?? ''), real(to));
      places.set(name, to);
    };
    const does: Record<Deed, () => Promise<void>> = {
      move: () => move('1', `to ${step}/${step}.mp3`),
      together: async () => {
        for (const name of names) await move(name, `all ${step}/${name}.mp3`);
      },
      replace: async () => {
        await library()
          .song(places.get('1') ?? '', { artist: 'Anna', album: 'Picnic', title: `Anew ${step}`, track: 1 })
          .writeTo(folder.join('music'));
      },
      away: async () => {
        await rename(folder.join('music'), folder.join('unplugged'));
        await test.scan();
        await rename(folder.join('unplugged'), folder.join('music'));
      },
      rebuild: restart,
    };
    await fc.assert(
      fc.asyncProperty(deeds, async (list) => {
        for (const deed of list) {
          step += 1;
          await does[deed]();
          await test.scan();
          for (const [name, id] of ids) expect([name, idOf(`M/${places.get(name)}`)]).toEqual([name, id]);
          await count();
          expect(await annotations().of(userId, ids.values())).toEqual(before);
        }
      }),
      { numRuns: 4, endOnFailure: true },
    );
  });
});
