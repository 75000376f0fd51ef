import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { buildSong, solidPng } from '@tonearm/testkit';
import { folderNames, songNames } from './test-storm-names.ts';

/** As it is, whatever a test puts in its place for the scans. */
const list = readdirSync;

/** Paths are held one character a byte, as not every name is UTF-8. */
export const bytes = (path: string): Buffer => Buffer.from(path, 'latin1');

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

/** A picture of its own colour. */
export const tinyPicture = (number: number): Buffer =>
  solidPng({ width: 2, height: 2, colour: [number % 250, 1, 1] });

const songBytes = ({ number, title, album, track, hasPicture }: Recording): Buffer =>
  buildSong({
    format: 'flac',
    tags: { title, track, artists: [`Artist ${number % 3}`], ...(album === null ? {} : { album }) },
    seconds: 0.2,
    pitchHz: 200 + number * 3,
    ...(hasPicture ? { picture: { data: tinyPicture(number), mime: 'image/png' } } : {}),
  }).data;

/** One of a list, by any number; none of an empty one. */
export const pick = <T>(list: readonly T[], number: number): T | undefined =>
  list[number % Math.max(1, list.length)];

/** Music folders on disk, and what a storm needs to look at them and to change them. */
export const createStormFiles = (root: string, sourceNames: readonly string[]) => {
  const recordings = new Map<string, Recording>();
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

  for (const name of sourceNames) mkdirSync(bytes(`${root}/${name}`), { recursive: true });
  mkdirSync(bytes(`${root}/outside`));
  return {
    tick,
    put,
    putRecording,
    newRecording,
    recordingAt,
    /** How many recordings were made. */
    made: (): number => made,
    entries,
    all,
    files,
    folders,
    places,
    isThere,
    isFile,
    isFreeForFile,
    remove,
    copy,
    swap,
    songPlace,
    folderPlace,
  };
};

/** @see createStormFiles */
export type StormFiles = ReturnType<typeof createStormFiles>;
