import { existsSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { buildSong, tempFolder } from '@tonearm/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTestScanner, type TestScanner } from './test-scan.ts';

/*
 * What a song is known by stays its own for as long as its sound is anywhere, whatever happens to files and to
 * `library.db`; nothing else is ever known by it meanwhile. Stars, ratings, bookmarks and places in queues hang on that.
 */

const sources = ['one', 'two'] as const;
const folders = ['', 'a/', 'b/', 'a/c/'];
const names = Array.from({ length: 10 }, (_, at) => `${at}.flac`);

const nat = fc.nat(9999);
const kinds = [
  ...[
    'move',
    'move',
    'move',
    'move',
    'rename',
    'rename',
    'swap',
    'swap',
    'replace',
    'replace',
    'add',
    'remove',
  ],
  ...['retag', 'away', 'anew'],
] as const;
const deed = fc.record({
  kind: fc.constantFrom(...kinds),
  a: nat,
  b: nat,
  isScanned: fc.integer({ min: 0, max: 3 }),
});
type Deed = typeof deed extends fc.Arbitrary<infer Done> ? Done : never;

/** Songs by their numbers, and what each is known by. */
type Known = ReadonlyMap<number, string>;

/** What is wrong with what songs are known by now. @param living those of which the sound is somewhere */
const faultsOf = (before: Known, now: Known, living: Iterable<number>): string[] => {
  const faults: string[] = [];
  for (const song of living) {
    const [was, is] = [before.get(song), now.get(song)];
    if (is === undefined) faults.push(`${song} is lost`);
    else if (was !== undefined && was !== is) faults.push(`${song} has another id`);
  }
  const owners = Map.groupBy(now, ([, id]) => id);
  for (const [id, of] of owners)
    if (of.length > 1) faults.push(`${id} names ${of.map(([song]) => song).join()}`);
  return faults;
};

/** Songs in files of two sources, which may be away. */
const createFiles = (root: string) => {
  const places = new Map<number, string>();
  const away = new Set<string>();
  let next = 1;
  let clock = 1_000_000;
  const sourceOf = (place: string): string => place.split('/')[0] ?? '';
  const write = (song: number, place: string, title: string): void => {
    const path = `${root}/${place}`;
    mkdirSync(dirname(path), { recursive: true });
    const { data } = buildSong({ format: 'flac', seconds: 0.1, pitchHz: 200 + 7 * song, tags: { title } });
    writeFileSync(path, data);
    clock += 1;
    utimesSync(path, clock, clock);
    places.set(song, place);
  };
  const reached = (): number[] =>
    [...places].flatMap(([song, place]) => (away.has(sourceOf(place)) ? [] : [song]));
  const free = (number: number): string | null => {
    const all = sources
      .filter((source) => !away.has(source))
      .flatMap((source) => folders.flatMap((folder) => names.map((name) => `${source}/${folder}${name}`)));
    const place = all[number % all.length] ?? '';
    return [...places.values()].includes(place) ? null : place;
  };
  const moveTo = (song: number, place: string): void => {
    mkdirSync(dirname(`${root}/${place}`), { recursive: true });
    renameSync(`${root}/${places.get(song)}`, `${root}/${place}`);
    places.set(song, place);
  };
  const add = (place: string): void => {
    write(next, place, `${next} first`);
    next += 1;
  };
  const remove = (song: number): string => {
    const place = places.get(song) ?? '';
    rmSync(`${root}/${place}`);
    places.delete(song);
    return place;
  };
  for (const source of sources) mkdirSync(`${root}/${source}`, { recursive: true });
  for (let at = 0; at < 12; at += 1) add(`${sources[at % 2]}/${folders[at % 4]}${names[at % 10]}`);
  const swap = (one: number, other: number): void => {
    const [here, there] = [places.get(one) ?? '', places.get(other) ?? ''];
    moveTo(one, `${sourceOf(here)}/between`);
    moveTo(other, here);
    moveTo(one, there);
  };
  const rename = (song: number, place: string): void => {
    const renamed = place.replace('.flac', ' (2).flac');
    if (!existsSync(`${root}/${renamed}`)) moveTo(song, renamed);
  };
  const turn = (source: string): void => {
    const [here, there] = [`${root}/${source}`, `${root}/${source}.away`];
    if (away.delete(source)) renameSync(there, here);
    else if (away.size === 0) {
      renameSync(here, there);
      away.add(source);
    }
  };
  return {
    places,
    isAway: (song: number): boolean => away.has(sourceOf(places.get(song) ?? '')),
    allBack: () => {
      for (const source of away) turn(source);
    },
    do: ({ kind, a, b }: Deed): void => {
      const here = reached();
      const [song, other] = [here[a % here.length] ?? 0, here[b % here.length] ?? 0];
      const place = free(b);
      const own = places.get(song);
      if (kind === 'away') turn(sources[a % 2] ?? '');
      else if (kind === 'add' && place !== null) add(place);
      else if (own === undefined) return;
      else if (kind === 'move' && place !== null) moveTo(song, place);
      else if (kind === 'rename') rename(song, own);
      else if (kind === 'swap' && song !== other) swap(song, other);
      else if (kind === 'replace') add(remove(song));
      else if (kind === 'remove' && here.length > 6) remove(song);
      else if (kind === 'retag') write(song, own, `${song} again ${b}`);
    },
  };
};

const startScanner = (root: string): TestScanner => {
  const test = createTestScanner(`${root}/data`);
  test.sources = sources.map((name) => ({ name, realPath: `${root}/music/${name}` }));
  return test;
};

const knownIn = (test: TestScanner): Known =>
  new Map(
    (
      test.library
        .prepare('SELECT CAST(title AS INTEGER), hex(public_id) FROM songs WHERE missing_since_ms IS NULL')
        .raw()
        .all() as [number, string][]
    ).map(([song, id]) => [song, id]),
  );

const weather = async (root: string, deeds: readonly Deed[]): Promise<number> => {
  const files = createFiles(`${root}/music`);
  let test = startScanner(root);
  let known: Known = new Map();
  let checks = 0;
  const scan = async (): Promise<void> => {
    await test.scan();
    const now = knownIn(test);
    const living = [...files.places.keys()];
    const faults = faultsOf(
      known,
      now,
      living.filter((song) => !files.isAway(song)),
    );
    expect([checks, faults]).toEqual([checks, []]);
    // Of those that are away it is known as what they come back.
    known = new Map(living.flatMap((song) => [[song, now.get(song) ?? known.get(song) ?? '']] as const));
    checks += 1;
  };
  const startAnew = async (): Promise<void> => {
    files.allBack();
    await scan();
    await test[Symbol.asyncDispose]();
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${root}/data/library.db${suffix}`, { force: true });
    test = startScanner(root);
    await scan();
  };
  await scan();
  for (const one of deeds) {
    if (one.kind === 'away') await scan();
    if (one.kind === 'anew') await startAnew();
    else files.do(one);
    if (one.isScanned === 0 || one.kind === 'away') await scan();
  }
  files.allBack();
  await scan();
  await test[Symbol.asyncDispose]();
  return checks;
};

/** `ID_DEEDS=5000` asks for longer. */
const deedCount = Number(process.env['ID_DEEDS'] ?? 500);

describe('what songs are known by', () => {
  it('is theirs through 500 moves, renames, replacements, sources that are away and libraries made anew', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(deed, { minLength: deedCount, maxLength: deedCount, size: 'max' }),
        async (deeds) => {
          await using folder = await tempFolder();
          expect(await weather(folder.path, deeds)).toBeGreaterThan(deedCount / 8);
        },
      ),
      { numRuns: 1, endOnFailure: true },
    );
  }, 600_000);

  it('is looked at so that an id that is lost, changed or given to two is told', () => {
    const before = new Map([
      [1, 'a'],
      [2, 'b'],
    ]);
    const after = (...entries: [number, string][]) => faultsOf(before, new Map(entries), [1, 2]);
    expect(after([1, 'a'], [2, 'b'], [3, 'c'])).toEqual([]);
    expect(after([1, 'a'])).toEqual(['2 is lost']);
    expect(after([1, 'b'], [2, 'a'])).toEqual(['1 has another id', '2 has another id']);
    expect(after([1, 'a'], [2, 'b'], [3, 'a'])).toEqual(['a names 1,3']);
  });
});
