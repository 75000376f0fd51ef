import { lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { expect } from 'vitest';
import { plainPictures } from './test-plain-pictures.ts';
import type { TestScanner } from './test-scan.ts';
import { rowsOf, seenOf } from './test-storm-check.ts';
import type { Recording } from './test-storm-files.ts';
import type { StormFolder } from './test-storm-folder.ts';
import { raw } from './test-storm-names.ts';

/** A folder as a person sees it. */
interface PlainFolder {
  /** Songs that can be read, by shown name. */
  readonly songs: Map<string, Recording>;
  readonly problems: string[];
  readonly pictures: string[];
}

/** As it is, whatever a test puts in its place for the scans. */
const list = readdirSync;

const bytes = (path: string): Buffer => Buffer.from(path, 'latin1');
const isKeptOut = (name: string): boolean =>
  name.startsWith('.') || name.toLowerCase() === '@eadir' || name === 'lost+found';

/** Names as they are shown: what is no UTF-8 with replacement characters, and a number where that is taken. */
const shownNames = (names: readonly string[]): Map<string, string> => {
  const shown = new Map<string, string>();
  const textOf = (name: string): string => bytes(name).toString('utf8');
  const isWhole = (name: string): boolean => Buffer.from(textOf(name)).equals(bytes(name));
  for (const name of names.filter(isWhole)) shown.set(textOf(name), name);
  for (const name of names.filter((each) => !isWhole(each)).sort()) {
    const text = textOf(name);
    const dot = text.lastIndexOf('.');
    let unique = text;
    for (let count = 2; shown.has(unique); count += 1) {
      unique = dot <= 0 ? `${text} (${count})` : `${text.slice(0, dot)} (${count})${text.slice(dot)}`;
    }
    shown.set(unique, name);
  }
  return new Map([...shown].map(([text, name]) => [name, text]));
};

const targetOf = (path: string): string | null => {
  try {
    return realpathSync.native(bytes(path), 'buffer').toString('latin1');
  } catch {
    return null;
  }
};

/** Whether a source's folder is there. */
export const isFolder = (path: string | Buffer): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Looks at sources the plain way: everything, every time. Folders by virtual path. */
const lookPlainly = (
  storm: StormFolder,
  given: readonly { readonly name: string; readonly realPath: string }[],
): Map<string, PlainFolder> => {
  const found = new Map<string, PlainFolder>();
  const nested = new Set<string>();
  const sources = given.map(({ name, realPath }) => ({ name, realPath: raw(realPath) }));
  const isInSource = (target: string): boolean =>
    sources.some(({ realPath }) => target === realPath || target.startsWith(`${realPath}/`));

  const look = (path: string, virtualPath: string, chain: readonly string[], links: number): void => {
    if (storm.isRefusedFolder(bytes(path))) return;
    const names = list(bytes(path), { encoding: 'latin1' });
    if (names.some((name) => name === '.nomedia' || name === '.ndignore')) return;
    const folder: PlainFolder = { songs: new Map(), problems: [], pictures: [] };
    found.set(virtualPath, folder);
    const shown = shownNames(names);
    const inner: (() => void)[] = [];
    for (const name of names.filter((each) => !isKeptOut(each))) {
      const entry = `${path}/${name}`;
      const isLink = lstatSync(bytes(entry)).isSymbolicLink();
      const target = targetOf(entry);
      if (target === null || (isLink && !isInSource(target))) continue;
      const text = shown.get(name) ?? '';
      if (statSync(bytes(entry)).isDirectory()) {
        if (!isLink) {
          inner.push(() => look(entry, `${virtualPath}/${text}`, [...chain, target], links));
          continue;
        }
        if (chain.includes(target) || (links > 0 && nested.has(target))) continue;
        if (links > 0) nested.add(target);
        inner.push(() => look(entry, `${virtualPath}/${text}`, [...chain, target], links + 1));
      } else if (name.endsWith('.png')) {
        folder.pictures.push(text);
      } else if (name.endsWith('.flac')) {
        const recording = storm.recordingAt(entry);
        if (recording === null || storm.isRefusedName(text)) folder.problems.push(text);
        else folder.songs.set(text, recording);
      }
    }
    for (const visit of inner) visit();
  };

  for (const { name, realPath } of sources)
    if (isFolder(bytes(realPath))) look(realPath, name, [realPath], 0);
  return found;
};

/** Everything that is there of some sources is in the library, and nothing else. */
export const checkPlainly = (test: TestScanner, storm: StormFolder, names: readonly string[]): void => {
  const { library } = test;
  const folders = lookPlainly(storm, test.sources);
  const isIn = (path: string): boolean => names.includes(path.split('/')[0] ?? '');
  const songs = [...folders].flatMap(([folder, found]) =>
    [...found.songs].map(([name, { title }]) => `${folder}/${name}: ${title}`),
  );
  const rows = rowsOf(library).filter(({ isMissing, path }) => isMissing === 0 && isIn(path));
  expect(rows.map(({ path, title }) => `${path}: ${title}`).toSorted()).toEqual(
    songs.filter(isIn).toSorted(),
  );
  const isPicture = new RegExp(test.settings.albumArtPattern, 'i');
  for (const [path, found] of folders) {
    if (!isIn(path)) continue;
    const row = test.directory(path);
    expect(row, path).toMatchObject({ song_count: found.songs.size, missing_since_ms: null });
    const around = path.slice(0, path.lastIndexOf('/'));
    const isDisc = /(^|\/)CD\d$/.test(path) && path.includes('/');
    const above = isDisc ? { path: around, pictures: folders.get(around)?.pictures ?? [] } : null;
    const { sure, lone } = plainPictures({ path, pictures: found.pictures }, above, isPicture);
    expect(row?.['picture_path'], path).toBe(sure ?? lone);
    const hasEmbedded = [...found.songs.values()].some(({ hasPicture }) => hasPicture);
    if (sure !== null || !hasEmbedded) expect(row?.['artwork_path'], path).toBe(sure ?? lone);
    else expect(row?.['artwork_path'], path).toMatch(/\.flac$/);
  }
  const problems = [...folders].flatMap(([folder, found]) =>
    found.problems.map((name) => `${folder}/${name}`),
  );
  expect(seenOf(library, names).problems.map(({ path }) => path)).toEqual(problems.filter(isIn).toSorted());
};
