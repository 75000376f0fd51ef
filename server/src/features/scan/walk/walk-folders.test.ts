import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { FoundFolders } from '../reading/folder-reading.ts';
import type { ReadFolder } from '../reading/read-folders.ts';
import type { ScanContext } from '../scan-context.ts';
import type { FolderJob } from '../write/song-writer.ts';
import type { FolderVisit } from './folder-visit.ts';
import { walkFolders } from './walk-folders.ts';

/** A folder of a made-up tree. */
interface Folder {
  readonly songs: number;
  readonly isKnown: boolean;
  /** Whether a reader leaves it to the walk. */
  readonly isOdd: boolean;
  readonly folders: readonly Folder[];
}

const treeOf = fc.memo(
  (depth): fc.Arbitrary<Folder> =>
    fc.record({
      songs: fc.nat({ max: 3 }),
      isKnown: fc.boolean(),
      isOdd: fc.boolean(),
      folders: depth <= 1 ? fc.constant([]) : fc.array(treeOf(), { maxLength: 4 }),
    }),
);
const tree = treeOf(4);

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const pathsOf = (folder: Folder, path: string): string[] => [
  path,
  ...folder.folders.flatMap((each, at) => pathsOf(each, `${path}/${at}`)),
];

const songPathsOf = (folder: Folder, path: string): string[] => [
  ...Array.from({ length: folder.songs }, (_, at) => `${path}/${at}.mp3`),
  ...folder.folders.flatMap((each, at) => songPathsOf(each, `${path}/${at}`)),
];

/** Walks a made-up tree by readers that answer in a later turn. */
const createWalk = (
  root: Folder,
  deps: { wanted: number; stopsAfter?: number; fails?: string; turns?: readonly number[] },
) => {
  const folders = new Map<string, Folder>();
  const note = (folder: Folder, path: string): void => {
    folders.set(path, folder);
    for (const [at, each] of folder.folders.entries()) note(each, `${path}/${at}`);
  };
  note(root, 'r');
  const visitOf = (path: string): FolderVisit =>
    ({
      id: folders.get(path)?.isKnown === true ? 1 : null,
      realPath: path,
      virtualPath: path,
    }) as FolderVisit;
  const seen: string[] = [];
  const songs: string[] = [];
  const counts = { partWalked: 0, filesRead: 0, phase: 'walk' };
  let flying = 0;
  let mostFlying = 0;
  const filesOf = (path: string) =>
    Array.from({ length: folders.get(path)?.songs ?? 0 }, (_, at) => ({
      file: { name: `${at}.mp3` },
      songId: null,
    }));
  const look = ({ realPath }: FolderVisit) => {
    const path = String(realPath);
    if (path === deps.fails) throw new Error(`no ${path}`);
    seen.push(path);
    const files = filesOf(path);
    const job = { virtualPath: path } as FolderJob;
    return {
      folders: (folders.get(path)?.folders ?? []).map((_, at) => visitOf(`${path}/${at}`)),
      work: files.length === 0 ? null : { job, files },
    };
  };
  const context = {
    counts,
    isCancelled: () => deps.stopsAfter !== undefined && seen.length >= deps.stopsAfter,
  } as unknown as ScanContext;
  const walk = () =>
    walkFolders(
      context,
      {
        visitor: { visit: look, take: look } as never,
        queue: {
          add: ({ job, files }: { job: FolderJob; files: readonly { file: { name: string } }[] }) => {
            for (const { file } of files) songs.push(`${job.virtualPath}/${file.name}`);
          },
          size: () => 0,
          until: async () => {},
        },
        readers: {
          wanted: () => deps.wanted,
          readFolders: async (paths: readonly string[]): Promise<FoundFolders> => {
            flying += 1;
            mostFlying = Math.max(mostFlying, flying);
            const turns = deps.turns?.[paths.length % deps.turns.length] ?? 1;
            for (let at = 0; at < turns; at += 1) await turn();
            flying -= 1;
            const found = paths.map((path): ReadFolder | null => {
              const folder = folders.get(path);
              if (folder === undefined || folder.isOdd) return null;
              return { listing: {} as never, rows: filesOf(path) as never };
            });
            return {
              songs: found.reduce((sum, each) => sum + (each?.rows.length ?? 0), 0),
              take: () => found,
            };
          },
        } as never,
        writer: {
          take: ({ virtualPath }: FolderJob, { file }: { file: { name: string } }) =>
            void songs.push(`${virtualPath}/${file.name}`),
        } as never,
      },
      [visitOf('r')],
    );
  return { walk, seen, songs, counts, flying: () => flying, mostFlying: () => mostFlying };
};

it('looks into every folder once, none before the one it lies in, and takes every song once', async () => {
  await fc.assert(
    fc.asyncProperty(tree, fc.integer({ min: 1, max: 4 }), async (root, wanted) => {
      const { walk, seen, songs, counts, mostFlying } = createWalk(root, { wanted });
      await walk();
      expect(seen.toSorted()).toEqual(pathsOf(root, 'r').toSorted());
      for (const [at, path] of seen.entries()) {
        if (path !== 'r') expect(seen.slice(0, at)).toContain(path.slice(0, path.lastIndexOf('/')));
      }
      expect(songs.toSorted()).toEqual(songPathsOf(root, 'r').toSorted());
      expect(counts.partWalked).toBeCloseTo(1, 9);
      expect(mostFlying()).toBeLessThanOrEqual(48);
    }),
  );
});

it('takes folders in by the same turns, whichever of them are read first', async () => {
  const turns = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(tree, turns, async (root, some) => {
      const [steady, other] = [createWalk(root, { wanted: 2 }), createWalk(root, { wanted: 2, turns: some })];
      await steady.walk();
      await other.walk();
      expect(other.seen).toEqual(steady.seen);
    }),
  );
});

it('waits, once it is told to stop, for what is under way, and takes none of it', async () => {
  await fc.assert(
    fc.asyncProperty(tree, fc.integer({ min: 1, max: 5 }), async (root, stopsAfter) => {
      const { walk, seen, flying } = createWalk(root, { wanted: 2, stopsAfter });
      await walk();
      expect(seen.length).toBe(Math.min(stopsAfter, pathsOf(root, 'r').length));
      expect(flying()).toBe(0);
    }),
  );
});

it('throws what taking a folder in threw', async () => {
  const leaf = { songs: 1, isKnown: false, isOdd: false, folders: [] };
  const root = { ...leaf, folders: [leaf, { ...leaf, folders: Array<Folder>(30).fill(leaf) }] };
  const { walk } = createWalk(root, { wanted: 2, fails: 'r/1/7' });
  await expect(walk()).rejects.toThrow('no r/1/7');
});
