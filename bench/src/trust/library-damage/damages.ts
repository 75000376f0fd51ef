import {
  closeSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import Database from 'better-sqlite3';

/** Something that is done to `library.db`. */
export interface Damage {
  readonly name: string;
  /** @param file path of the database */
  readonly to: (file: string) => void;
}

const pageBytes = 4096;

const overwrite = (file: string, offset: number, bytes: Uint8Array): void => {
  const descriptor = openSync(file, 'r+');
  try {
    writeSync(descriptor, bytes, 0, bytes.length, offset);
  } finally {
    closeSync(descriptor);
  }
};

/** The same bytes at every run. */
const noise = (length: number): Uint8Array => {
  let seed = 7;
  return Uint8Array.from({ length }, () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed >>> 16;
  });
};

const filled = (page: number, kind: 'noise' | 'zeros'): Damage => ({
  name: `page ${page} is ${kind}`,
  to: (file) =>
    overwrite(file, (page - 1) * pageBytes, kind === 'zeros' ? new Uint8Array(pageBytes) : noise(pageBytes)),
});

/** Each page in turn, as noise and as zeros. */
export const damagedPages = (pageCount: number, step = 1): Damage[] =>
  Array.from({ length: Math.ceil(pageCount / step) }, (_, index) => 1 + index * step).flatMap((page) => [
    filled(page, 'noise'),
    filled(page, 'zeros'),
  ]);

const remove = (file: string): void => {
  for (const tail of ['', '-wal', '-shm']) rmSync(file + tail, { force: true });
};

/** The file as a whole. */
export const damagedFiles: readonly Damage[] = [
  { name: 'the header is garbage', to: (file) => overwrite(file, 0, noise(100)) },
  { name: 'the second half is gone', to: (file) => truncateSync(file, Math.floor(statSync(file).size / 2)) },
  { name: 'it ends in the middle of a page', to: (file) => truncateSync(file, statSync(file).size - 1000) },
  { name: 'it is deleted', to: remove },
  { name: 'only the file itself is deleted', to: (file) => rmSync(file) },
  {
    name: 'a folder is in its place',
    to: (file) => {
      remove(file);
      mkdirSync(file);
    },
  },
  {
    name: 'a link that leads nowhere is in its place',
    to: (file) => {
      remove(file);
      symlinkSync('nowhere', file);
    },
  },
  {
    name: 'a database of something else is in its place',
    to: (file) => {
      remove(file);
      const other = new Database(file);
      other.exec("CREATE TABLE songs (name TEXT); INSERT INTO songs VALUES ('not ours')");
      other.close();
    },
  },
  {
    name: 'its first half is zeros',
    to: (file) => overwrite(file, 0, new Uint8Array(statSync(file).size / 2)),
  },
  {
    name: 'its log and the index of that are deleted',
    to: (file) => {
      for (const tail of ['-wal', '-shm']) rmSync(file + tail, { force: true });
    },
  },
  { name: 'its log is noise', to: (file) => writeFileSync(`${file}-wal`, noise(40_000)) },
  {
    name: 'three pages are noise and it is deleted',
    to: (file) => {
      for (const page of [2, 5, 9]) overwrite(file, (page - 1) * pageBytes, noise(pageBytes));
      rmSync(file);
    },
  },
];

/** Left out while a server runs: emptied under those who have it open, it is to them as if cut in half. */
export const emptied: Damage = { name: 'it is empty', to: (file) => truncateSync(file, 0) };

/** Pages of the library that such a run damages. */
export const pagesOf = (file: string): number => Math.ceil(statSync(file).size / pageBytes);
