import { mkdirSync, readFileSync, realpathSync, renameSync, symlinkSync } from 'node:fs';
import { createStormDrives } from './test-storm-drives.ts';
import { bytes, type Choice, createStormFiles, pick, tinyPicture } from './test-storm-files.ts';
import { markerNames, pictureNames, raw } from './test-storm-names.ts';

const splitPath = (path: string): [string, string] => {
  const slash = path.lastIndexOf('/');
  return [path.slice(0, slash), path.slice(slash + 1)];
};

/** Music folders, and everything that people, drives and programs do to them. */
export const createStormFolder = (root: string, sourceNames: readonly string[]) => {
  const stormFiles = createStormFiles(root, sourceNames);
  const {
    all,
    copy,
    entries,
    files,
    folders,
    isFile,
    isThere,
    places,
    put,
    recordingAt,
    remove,
    swap,
    tick,
  } = stormFiles;
  const { folderPlace, newRecording, putRecording, songPlace } = stormFiles;
  /** What broken files were before. */
  const broken = new Map<string, Buffer>();
  const refusedNames = new Set<string>();
  const refusedFolders = new Set<string>();
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
        putRecording(path, { ...before, title: `Retagged ${stormFiles.made()}`, album, track });
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
    ...createStormDrives(root, sourceNames, stormFiles),
  } as const;

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
