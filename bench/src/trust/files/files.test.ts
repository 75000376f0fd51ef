import type { Song } from '@tonearm/contract';
import { expect, it } from 'vitest';
import { awkwardNames, runAwkwardNames } from './awkward-names.ts';
import { judgeLargeFolders, runLargeFolders } from './large-folders.ts';
import { longNames, runSlowPatterns, slowPatterns } from './slow-patterns.ts';
import { runSwappedLinks } from './swapped-links.ts';
import { runTornRows, tornIn } from './torn-rows.ts';

/** The long modes are `npm run trust -- links`, `names`, `torn`, `folders` and `patterns`; times are judged there. */

it('sends nothing from outside while links are swapped', async () => {
  const result = await runSwappedLinks(100);
  expect(result.leaks).toEqual([]);
  expect(result.sent).toBeGreaterThan(0);
});

it('takes songs of awkward names through everything', async () => {
  const { failures, readAgain, readAfterTouch } = await runAwkwardNames(60);
  expect({ failures, readAgain, readAfterTouch }).toEqual({ failures: [], readAgain: 0, readAfterTouch: 1 });
});

it('makes as many awkward names as it is asked for, the same every time', () => {
  const texts = awkwardNames(2_000, 1).map((name) => name.toString('latin1'));
  expect(new Set(texts).size).toBe(2_000);
  expect(texts.filter((name) => name.length > 255 || /^\.|\/|\0/.test(name))).toEqual([]);
  expect(awkwardNames(2_000, 1).map((name) => name.toString('latin1'))).toEqual(texts);
});

it('has no torn row and no torn song while files are written', async () => {
  const say = (): void => {};
  const result = await runTornRows({ scans: 3 }, say);
  expect(result.failures).toEqual([]);
  expect(result.streams).toBeGreaterThan(0);
});

it('tells of rows that say things of two editions', () => {
  const row = { path: 'Music/Storm/3.flac', title: 'Song 7', album: 'Album 7', artist: 'Artist 7' } as Song;
  expect(tornIn([row, { ...row, path: 'Music/Other.flac', title: 'Song 8' }])).toEqual([]);
  for (const other of [{ title: 'Song 8' }, { album: 'Album 8' }, { artist: 'Anna' }])
    expect(tornIn([row, { ...row, ...other }])).toHaveLength(1);
});

it('lists wide and deep folders whole', async () => {
  const { wide, deep } = await runLargeFolders({ songs: 60, depth: 10, settleMs: 0 });
  expect([wide.entries, deep.entries]).toEqual([60, 1]);
});

it('turns red for a folder that takes long, is not whole, stands in the way or takes memory', () => {
  const listed = { firstByteP95Ms: 300, wholeP95Ms: 900, blockMs: 20, entries: 5 };
  const good = { wide: listed, deep: listed, scanSeconds: 1, growthMb: 100 };
  expect(judgeLargeFolders(good, { songs: 5 })).toEqual([]);
  for (const bad of [
    { wide: { ...listed, entries: 4 } },
    { wide: { ...listed, firstByteP95Ms: 301 } },
    { deep: { ...listed, blockMs: 21 } },
    { growthMb: 101 },
  ])
    expect(judgeLargeFolders({ ...good, ...bad }, { songs: 5 })).toHaveLength(1);
});

it('saves patterns that are the end of other engines, or refuses them in words', async () => {
  expect(slowPatterns).toHaveLength(200);
  expect(longNames(20).map((name) => name.length)).toEqual(Array.from({ length: 20 }, () => 255));
  const { patterns, refused, faults } = await runSlowPatterns({
    patterns: slowPatterns.filter((_, at) => at % 10 === 0),
    names: 20,
  });
  expect(patterns).toBe(20);
  expect(refused).toBeLessThan(10);
  expect(faults.filter((fault) => fault.includes('answered with'))).toEqual([]);
});
