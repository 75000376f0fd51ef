import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { buildSong, solidPng } from '@tonearm/testkit';
import { folderNames, markerNames, pictureNames, raw, songNames } from './test-storm-names.ts';

/** As it is, whatever a test puts in its place for the scans. */
const list = readdirSync;

/** Paths are held one character a byte, as not every name is UTF-8. */
const bytes = (path: string): Buffer => Buffer.from(path, 'latin1');

/** What a well file sounds and reads like. */
export interface Recording {
  readonly number: number;
  readonly title: string;
  readonly album: string | null;
  readonly track: number;
  readonly hasPicture: boolean;
}

/** Numbers a deed chooses by among what is there. */
export interface Choice {
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

const tinyPicture = (number: number): Buffer =>
  solidPng({ width: 2, height: 2, colour: [number % 250, 1, 1] });

const songBytes = ({ number, title, album, track, hasPicture }: Recording): Buffer =>
  buildSong({
    format: 'flac',
    tags: { title, track, artists: [`Artist ${number % 3}`], ...(album === null ? {} : { album }) },
    seconds: 0.2,
    pitchHz: 200 + number * 3,
    ...(hasPicture ? { picture: { data: tinyPicture(number), mime: 'image/png' } } : {}),
  }).data;

const pick = <T>(list: readonly T[], number: number): T | undefined =>
  list[number % Math.max(1, list.length)];

const splitPath = (path: string): [string, string] => {
  const slash = path.lastIndexOf('/');
  return [path.slice(0, slash), path.slice(slash + 1)];
};

/** Music folders, and everything that people, drives and programs do to them. */
export const createStormFolder = (root: string, sourceNames: readonly string[]) => {
  const recordings = new Map<string, Recording>();
  /** What broken files were before. */
  const broken = new Map<string, Buffer>();
  const refusedNames = new Set<string>();
  const refusedFolders = new Set<string>();
  let made = 0;
  let clock = 1_000_000;

  const tick = (path: string): void => {
    clock += 1;
    utimesSync(bytes(path), clock, clock);
  };
  const put = (path: string, data: Buffer): void => {
    writeFileSync(bytes(path), data);
    tick(path);
  };
  const putRecording = (path: string, recording: Recording): void => {
    const data = songBytes(recording);
    recordings.set(data.toString('latin1'), recording);
    put(path, data);
  };
  const newRecording = ({ c }: Choice): Recording => {
    made += 1;
    const album = pick(['One', 'Two', null], c) ?? null;
    return { number: made, title: `Song ${made}`, album, track: 1 + (c % 4), hasPicture: c % 5 === 0 };
  };
  const recordingAt = (path: string): Recording | null =>
    recordings.get(readFileSync(bytes(path), 'latin1')) ?? null;

  const entries = (folder: string): string[] => {
    try {
      return list(bytes(folder), { encoding: 'latin1' }).sort();
    } catch {
      return [];
    }
  };
  const below = (folder: string): { path: string; kind: 'file' | 'folder' | 'link' }[] =>
    entries(folder).flatMap((name) => {
      const path = `${folder}/${name}`;
      const stats = lstatSync(bytes(path));
      if (stats.isSymbolicLink()) return [{ path, kind: 'link' as const }];
      return stats.isDirectory()
        ? [{ path, kind: 'folder' as const }, ...below(path)]
        : [{ path, kind: 'file' as const }];
    });
  const roots = (): string[] =>
    sourceNames.map((name) => `${root}/${name}`).filter((path) => existsSync(bytes(path)));
  const all = () => roots().flatMap(below);
  const files = (): string[] =>
    all().flatMap(({ path, kind }) =>
      kind === 'file' && !/\.png$|\.(nomedia|ndignore)$/.test(path) ? [path] : [],
    );
  const folders = (): string[] => all().flatMap(({ path, kind }) => (kind === 'folder' ? [path] : []));
  const places = (): string[] => [...roots(), ...folders()];
  const isThere = (path: string): boolean => lstatSync(bytes(path), { throwIfNoEntry: false }) !== undefined;
  const isFile = (path: string): boolean =>
    lstatSync(bytes(path), { throwIfNoEntry: false })?.isFile() === true;
  const isFreeForFile = (path: string): boolean => !isThere(path) || isFile(path);

  const remove = (path: string): void => {
    if (!lstatSync(bytes(path)).isDirectory()) {
      unlinkSync(bytes(path));
      return;
    }
    for (const name of entries(path)) remove(`${path}/${name}`);
    rmdirSync(bytes(path));
  };
  const copy = (from: string, to: string): void => {
    if (lstatSync(bytes(from)).isDirectory()) {
      mkdirSync(bytes(to), { recursive: true });
      for (const name of entries(from)) copy(`${from}/${name}`, `${to}/${name}`);
    } else if (isFile(from) && isFreeForFile(to)) {
      copyFileSync(bytes(from), bytes(to));
      const { atime, mtime } = statSync(bytes(from));
      utimesSync(bytes(to), atime, mtime);
    }
  };
  const swap = (one: string, other: string): void => {
    if (one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`)) return;
    renameSync(bytes(one), bytes(`${root}/swap`));
    renameSync(bytes(other), bytes(one));
    renameSync(bytes(`${root}/swap`), bytes(other));
  };
  const songPlace = ({ b, c }: Choice): string | null => {
    const folder = pick(places(), b);
    const path = `${folder}/${pick(songNames, c)}`;
    return folder !== undefined && isFreeForFile(path) ? path : null;
  };
  const folderPlace = ({ b, c }: Choice): string | null => {
    const folder = pick(places(), b);
    const path = `${folder}/${pick(folderNames, c)}`;
    return folder !== undefined && path.length < 700 && !isThere(path) ? path : null;
  };
  const withFile = (choice: Choice, act: (path: string) => void): void => {
    const path = pick(files(), choice.a);
    if (path !== undefined) act(path);
  };
  const withFolder = (choice: Choice, act: (path: string) => void): void => {
    const path = pick(folders(), choice.a);
    if (path !== undefined) act(path);
  };
  const toggle = (set: Set<string>, entry: string): void => {
    if (!set.delete(entry)) set.add(entry);
  };
  const awayPath = (source: string): string => `${root}/away-${source}`;
  /** Moves what is in a source's folder (or half of it) elsewhere, or back. */
  const empty = (source: string, isHalf: boolean): void => {
    const folder = `${root}/${source}`;
    const away = `${awayPath(source)}-in`;
    if (!existsSync(bytes(folder)) || existsSync(bytes(`${root}/own-${source}`))) return;
    if (existsSync(bytes(away))) {
      for (const name of entries(away)) {
        if (!isThere(`${folder}/${name}`)) renameSync(bytes(`${away}/${name}`), bytes(`${folder}/${name}`));
      }
      remove(away);
      return;
    }
    mkdirSync(bytes(away));
    entries(folder).forEach((name, index) => {
      if (!isHalf || index % 2 === 0) renameSync(bytes(`${folder}/${name}`), bytes(`${away}/${name}`));
    });
  };

  const deeds = {
    add: (choice: Choice) => {
      const path = songPlace(choice);
      if (path !== null) putRecording(path, newRecording(choice));
    },
    addAlbum: (choice: Choice) => {
      const folder = folderPlace(choice);
      if (folder === null) return;
      mkdirSync(bytes(folder));
      for (let number = 1; number <= 9; number += 1) {
        putRecording(
          `${folder}/${number}.flac`,
          newRecording({ ...choice, c: choice.c + (choice.a % 2) * number }),
        );
      }
    },
    replace: (choice: Choice) => withFile(choice, (path) => putRecording(path, newRecording(choice))),
    retag: (choice: Choice) =>
      withFile(choice, (path) => {
        const before = recordingAt(path);
        if (before === null) return;
        const { album, track } = newRecording(choice);
        putRecording(path, { ...before, title: `Retagged ${made}`, album, track });
      }),
    touch: (choice: Choice) => withFile(choice, tick),
    deleteFile: (choice: Choice) => withFile(choice, remove),
    deleteFolder: (choice: Choice) => withFolder(choice, remove),
    moveFile: (choice: Choice) =>
      withFile(choice, (path) => {
        const to = songPlace(choice);
        if (to !== null) renameSync(bytes(path), bytes(to));
      }),
    copyFile: (choice: Choice) =>
      withFile(choice, (path) => {
        const to = songPlace(choice);
        if (to !== null && to !== path) copy(path, to);
      }),
    moveFolder: (choice: Choice) =>
      withFolder(choice, (path) => {
        const to = folderPlace(choice);
        if (to !== null && !to.startsWith(`${path}/`)) renameSync(bytes(path), bytes(to));
      }),
    copyFolder: (choice: Choice) =>
      withFolder(choice, (path) => {
        const to = folderPlace(choice);
        if (to !== null && !to.startsWith(`${path}/`) && files().length < 150) copy(path, to);
      }),
    swapFiles: (choice: Choice) =>
      withFile(choice, (path) => {
        const other = pick(files(), choice.b);
        if (other !== undefined) swap(path, other);
      }),
    swapFolders: (choice: Choice) =>
      withFolder(choice, (path) => {
        const other = pick(folders(), choice.b);
        if (other !== undefined) swap(path, other);
      }),
    fileToFolder: (choice: Choice) =>
      withFile(choice, (path) => {
        remove(path);
        mkdirSync(bytes(path));
        putRecording(`${path}/1.flac`, newRecording(choice));
      }),
    break: (choice: Choice) =>
      withFile(choice, (path) => {
        broken.set(path, readFileSync(bytes(path)));
        put(path, Buffer.from(choice.b % 2 === 0 ? '' : 'not music'.repeat(50)));
      }),
    mend: ({ a }: Choice) => {
      const path = pick([...broken.keys()], a);
      if (path === undefined) return;
      const before = broken.get(path);
      broken.delete(path);
      if (isFile(path) && before !== undefined) put(path, before);
    },
    mark: ({ a, b }: Choice) => {
      const folder = pick(places(), a);
      if (folder === undefined) return;
      const path = `${folder}/${pick(markerNames, b)}`;
      if (isThere(path)) remove(path);
      else put(path, Buffer.from(''));
    },
    unmark: () => {
      for (const { path } of all()) if (markerNames.includes(splitPath(path)[1])) remove(path);
    },
    link: (choice: Choice) => {
      const path = (choice.a % 2 === 0 ? folderPlace : songPlace)(choice);
      if (path === null || isThere(path)) return;
      const target =
        choice.a % 7 === 0
          ? `${root}/outside`
          : choice.a % 2 === 0
            ? pick(places(), choice.a >> 1)
            : pick(files(), choice.a >> 1);
      if (target !== undefined) symlinkSync(bytes(target), bytes(path));
    },
    unlink: ({ a }: Choice) => {
      const links = all().filter(({ kind }) => kind === 'link');
      const link = pick(links, a);
      if (link !== undefined) remove(link.path);
    },
    picture: ({ a, b }: Choice) => {
      const folder = pick(places(), a);
      const path = `${folder}/${pick(pictureNames, b)}`;
      if (folder === undefined) return;
      if (isThere(path)) remove(path);
      else put(path, tinyPicture(1));
    },
    refuseFile: (choice: Choice) => withFile(choice, (path) => toggle(refusedNames, splitPath(path)[1])),
    refuseFolder: ({ a }: Choice) => {
      const folder = pick(places(), a);
      if (folder !== undefined) toggle(refusedFolders, folder);
    },
    allowAll: () => {
      refusedNames.clear();
      refusedFolders.clear();
    },
    away: ({ a }: Choice) => {
      const source = pick(sourceNames, a) ?? '';
      if (existsSync(bytes(`${root}/own-${source}`))) return;
      if (existsSync(bytes(awayPath(source))))
        renameSync(bytes(awayPath(source)), bytes(`${root}/${source}`));
      else renameSync(bytes(`${root}/${source}`), bytes(awayPath(source)));
    },
    empty: ({ a }: Choice) => empty(pick(sourceNames, a) ?? '', false),
    shrink: ({ a }: Choice) => empty(pick(sourceNames, a) ?? '', true),
    /** Another disk stands in a source's place, until its own does again. */
    foreign: ({ a, c }: Choice) => {
      const source = pick(sourceNames, a) ?? '';
      const [place, own, other] = [`${root}/${source}`, `${root}/own-${source}`, `${root}/foreign-${source}`];
      if (existsSync(bytes(own))) {
        renameSync(bytes(place), bytes(other));
        renameSync(bytes(own), bytes(place));
        return;
      }
      if (!existsSync(bytes(place)) || existsSync(bytes(`${awayPath(source)}-in`))) return;
      renameSync(bytes(place), bytes(own));
      if (existsSync(bytes(other))) renameSync(bytes(other), bytes(place));
      else mkdirSync(bytes(place));
      for (let number = 0; number <= c % 3; number += 1) {
        const path = `${place}/foreign ${number}.flac`;
        if (isFreeForFile(path)) putRecording(path, newRecording({ a, b: 0, c }));
      }
    },
    allBack: () => {
      for (const source of sourceNames) {
        if (existsSync(bytes(`${root}/own-${source}`)) && existsSync(bytes(`${root}/${source}`)))
          deeds.foreign({ a: sourceNames.indexOf(source), b: 0, c: 0 });
        if (existsSync(bytes(awayPath(source))))
          renameSync(bytes(awayPath(source)), bytes(`${root}/${source}`));
        if (existsSync(bytes(`${awayPath(source)}-in`))) empty(source, false);
      }
    },
  } as const;

  for (const name of sourceNames) mkdirSync(bytes(`${root}/${name}`), { recursive: true });
  mkdirSync(bytes(`${root}/outside`));
  return {
    deeds,
    recordingAt,
    entries,
    isRefusedName: (shown: string): boolean =>
      [...refusedNames].some((name) => bytes(name).toString('utf8') === shown),
    /** Whether a folder, by its real path or one through links, may not be looked into. */
    isRefusedFolder: (path: Buffer | string): boolean => {
      if (refusedFolders.size === 0) return false;
      const text = typeof path === 'string' ? raw(path) : path.toString('latin1');
      if (!text.startsWith(root)) return false;
      if (refusedFolders.has(text)) return true;
      return (
        isThere(text) && refusedFolders.has(realpathSync.native(bytes(text), 'buffer').toString('latin1'))
      );
    },
    hasRefused: (): boolean => refusedNames.size + refusedFolders.size > 0,
  };
};

/** @see createStormFolder */
export type StormFolder = ReturnType<typeof createStormFolder>;
