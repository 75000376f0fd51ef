import fs, { mkdirSync, symlinkSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tempFolder } from '@tonearm/testkit';
import { afterEach, expect, it, vi } from 'vitest';
import type { DirectoryRow } from '../../library/write/directories-store.ts';
import type { ScanContext } from './scan-context.ts';
import { type PresentSource, startsOf } from './scan-starts.ts';

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

/** A source whose folders are all known to the library, and how often its rows are asked for. */
const sourceOf = (realPath: string) => {
  const findByPath = vi.fn((path: string): DirectoryRow => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    return { id: 1, name, realName: null, entriesKey: null, isMissing: name === 'missing' };
  });
  const context = { library: { directories: { findByPath } } } as unknown as ScanContext;
  const present = [
    { source: { name: 'Music', realPath, rootId: 1 }, scan: {} },
  ] as unknown as PresentSource[];
  return { findByPath, startsOf: (folders: string[]) => startsOf(context, present, folders) };
};

it('looks up each folder of a deep tree once, however many of them are asked for', async () => {
  await using folder = await tempFolder();
  const depth = 200;
  const paths = Array.from({ length: depth }, (_, index) => `Music${'/d'.repeat(index + 1)}`);
  mkdirSync(folder.join(`music${'/d'.repeat(depth)}`), { recursive: true });
  const source = sourceOf(folder.join('music'));
  const resolve = vi.spyOn(fs.realpathSync, 'native');
  const look = vi.spyOn(fs, 'lstatSync');
  syncBuiltinESMExports();
  const starts = source.startsOf(paths);
  expect(starts.map(({ virtualPath }) => virtualPath)).toEqual(paths);
  let chainLength = 0;
  for (let at = starts.at(-1)?.chain ?? null; at !== null; at = at.parent) chainLength += 1;
  expect(chainLength).toBe(depth + 1);
  expect(source.findByPath.mock.calls.length).toBeLessThanOrEqual(depth + 1);
  expect(resolve.mock.calls.length + look.mock.calls.length).toBeLessThanOrEqual(depth + 1);
});

it('knows the real folders on the way to a folder behind links', async () => {
  await using folder = await tempFolder();
  mkdirSync(folder.join('music/a/b'), { recursive: true });
  mkdirSync(folder.join('music/linked/c'), { recursive: true });
  symlinkSync(folder.join('music/linked'), folder.join('music/a/b/l'));
  const { startsOf: starts } = sourceOf(folder.join('music'));
  const [visit] = starts(['Music/a/b/l/c']);
  const ways: string[] = [];
  for (let at = visit?.chain ?? null; at !== null; at = at.parent) ways.push(String(at.realPath));
  expect(ways).toEqual(
    ['linked/c', 'linked', 'a/b', 'a'].map((way) => folder.join(`music/${way}`)).concat(folder.join('music')),
  );
  expect(visit?.chain.linkCount).toBe(1);
  expect(visit?.realPath).toBe(folder.join('music/a/b/l/c'));
});

it('begins above what the library does not know as there', async () => {
  await using folder = await tempFolder();
  mkdirSync(folder.join('music/a'), { recursive: true });
  const { startsOf: starts } = sourceOf(folder.join('music'));
  expect(
    starts(['Music/a/missing/b', 'Music/a/missing', 'Other/x', 'Music']).map((visit) => visit.virtualPath),
  ).toEqual(['Music', 'Music/a']);
});
