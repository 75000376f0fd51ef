import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { buildSong, tempFolder } from '@tonearm/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTestScanner } from './test-scan.ts';

/** What a person does to a music folder. Numbers choose among what is there. */
const deed = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('add' as const), folder: fc.nat(5), name: fc.nat(30) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), song: fc.nat() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      song: fc.nat(),
      folder: fc.nat(5),
      name: fc.nat(30),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('retag' as const), song: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('rename-folder' as const), folder: fc.nat(5), to: fc.nat(5) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('scan' as const) }) },
);

const folders = ['', 'a', 'b', 'a/deep', 'b/deep', 'c'];

/** Every recording sounds different, so that each can be told wherever it goes. */
const recording = (number: number, title: string): Buffer =>
  buildSong({ format: 'flac', tags: { title }, seconds: 0.2, pitchHz: 200 + number * 3 }).data;

/** A music folder whose recordings are followed by number. */
const createModel = (root: string) => {
  const paths = new Map<number, string>();
  let made = 0;
  let clock = 1_000_000;
  const write = (path: string, bytes: Buffer): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), bytes);
    clock += 1;
    utimesSync(join(root, path), clock, clock);
  };
  const pick = (number: number): [number, string] | undefined => [...paths][number % Math.max(paths.size, 1)];
  const freePath = (folder: number, name: number): string | null => {
    const path = join(folders[folder % folders.length] ?? '', `${name}.flac`);
    return [...paths.values()].includes(path) ? null : path;
  };
  return {
    paths,
    add: (folder: number, name: number): void => {
      const path = freePath(folder, name);
      if (path === null) return;
      made += 1;
      write(path, recording(made, `Song ${made}`));
      paths.set(made, path);
    },
    delete: (number: number): void => {
      const song = pick(number);
      if (song === undefined) return;
      rmSync(join(root, song[1]));
      paths.delete(song[0]);
    },
    move: (number: number, folder: number, name: number): void => {
      const song = pick(number);
      const path = freePath(folder, name);
      if (song === undefined || path === null) return;
      mkdirSync(dirname(join(root, path)), { recursive: true });
      renameSync(join(root, song[1]), join(root, path));
      paths.set(song[0], path);
    },
    retag: (number: number): void => {
      const song = pick(number);
      if (song === undefined) return;
      clock += 1;
      write(song[1], recording(song[0], `Retagged at ${clock}`));
    },
    renameFolder: (from: number, to: number): void => {
      const [source, target] = [folders[from % folders.length] ?? '', folders[to % folders.length] ?? ''];
      const isPossible =
        source !== '' && target !== '' && existsSync(join(root, source)) && !existsSync(join(root, target));
      if (!isPossible || target.startsWith(`${source}/`)) return;
      mkdirSync(dirname(join(root, target)), { recursive: true });
      renameSync(join(root, source), join(root, target));
      for (const [song, path] of paths) {
        if (path.startsWith(`${source}/`)) paths.set(song, join(target, path.slice(source.length + 1)));
      }
    },
  };
};

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );

describe('a storm of changes', () => {
  it('leaves the library equal to the folder, and every entry where its recording went', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 5, maxLength: 40 }), async (deeds) => {
        await using folder = await tempFolder();
        const root = folder.join('music');
        mkdirSync(root);
        // Keeps the source from being empty, and most of it from being gone.
        for (let number = 0; number < 5; number += 1) {
          mkdirSync(join(root, 'kept'), { recursive: true });
          writeFileSync(join(root, 'kept', `${number}.flac`), recording(1000 + number, `Kept ${number}`));
        }
        await using test = createTestScanner(folder.join('data'));
        test.sources = [{ name: 'M', realPath: root }];
        await test.scan();
        const model = createModel(root);
        /** Recordings by number, and where a playlist that follows moves believes each to be. */
        const entries = new Map<number, string>();
        let followed = 0;
        const scan = async (): Promise<void> => {
          await test.scan();
          const batch = new Map(
            test.moves.slice(followed).map((move) => move.split(' → ') as [string, string]),
          );
          followed = test.moves.length;
          for (const [song, path] of entries) entries.set(song, batch.get(path) ?? path);
          for (const song of [...entries.keys()]) if (!model.paths.has(song)) entries.delete(song);
          for (const [song, path] of model.paths) {
            if (!entries.has(song)) entries.set(song, `M/${path}`);
            expect(entries.get(song)).toBe(`M/${path}`);
          }
          expect(test.songs().toSorted()).toEqual(
            filesBelow(root)
              .map((path) => `M/${path}`)
              .toSorted(),
          );
          expect(test.directory('M')?.['total_song_count']).toBe(test.songs().length);
        };
        for (const step of deeds) {
          switch (step.kind) {
            case 'add':
              model.add(step.folder, step.name);
              break;
            case 'delete':
              model.delete(step.song);
              break;
            case 'move':
              model.move(step.song, step.folder, step.name);
              break;
            case 'retag':
              model.retag(step.song);
              break;
            case 'rename-folder':
              model.renameFolder(step.folder, step.to);
              break;
            case 'scan':
              await scan();
          }
        }
        await scan();
        await test.scan();
        expect(test.scanner.status().files_read).toBe(0);
      }),
      { numRuns: 12 },
    );
  }, 120_000);
});
