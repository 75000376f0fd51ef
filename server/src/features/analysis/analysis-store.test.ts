import { writeFileSync } from 'node:fs';
import { type TempFolder, tempFolder } from '@tonearm/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLog } from '../../platform/log.ts';
import type { SongAnalysis } from './analysis-messages.ts';
import { type AnalysisStore, openAnalysisStore } from './analysis-store.ts';
import { packBlocks } from './loudness.ts';

let folder: TempFolder;
let store: AnalysisStore;
let nowSeconds: number;
const open = (waveformLimitBytes = 1e6, name = 'analysis'): AnalysisStore =>
  openAnalysisStore({
    folder: folder.join(name),
    waveformLimitBytes,
    nowSeconds: () => nowSeconds,
    log: silentLog,
  });
beforeEach(async () => {
  folder = await tempFolder();
  nowSeconds = 1000;
  store = open();
});
afterEach(async () => {
  store.close();
  await folder[Symbol.asyncDispose]();
});

const analysis = (bytes = 10): SongAnalysis => ({
  loudness: -12.3,
  peak: 0.9,
  blocks: packBlocks(new Map([[500, 3]])),
  waveform: Buffer.alloc(bytes, 7),
});
const key = { song: 'a', stamp: '1' };

it('keeps what was measured over a restart, and forgets it when the sound is another', () => {
  store.save(key, analysis(), true);
  store.saveFailure({ song: 'b', stamp: '1' }, 'undecodable');
  store.close();
  store = open();
  expect(store.findMeasured(key)).toEqual({ loudness: -12.3, peak: 0.9, failure: null });
  expect(store.findBlocks(key)).toEqual(new Map([[500, 3]]));
  expect(store.findWaveform(key)).toHaveLength(10);
  expect(store.findMeasured({ song: 'b', stamp: '1' })?.failure).toBe('undecodable');
  expect(store.counts()).toEqual({ measured: 1, failed: 1, waveformBytes: 10 });
  const changed = { song: 'a', stamp: '2' };
  expect([store.findMeasured(changed), store.findBlocks(changed), store.findWaveform(changed)]).toEqual([
    null,
    null,
    null,
  ]);
});

it('keeps waveforms within the limit: those used last, and of those that nobody asked for none at the cost of others', () => {
  store.close();
  store = open(1000);
  const put = (song: string, isAskedFor: boolean): void => {
    nowSeconds += 4000;
    store.save({ song, stamp: '1' }, analysis(300), isAskedFor);
  };
  const has = (song: string): boolean => store.findWaveform({ song, stamp: '1' }) !== null;
  for (const song of ['a', 'b', 'c']) put(song, false);
  put('d', false);
  expect(has('d')).toBe(false);
  nowSeconds += 4000;
  expect(has('a')).toBe(true);
  put('e', true);
  expect([has('a'), has('b'), has('e')]).toEqual([true, false, true]);
  expect(store.counts().waveformBytes).toBeLessThanOrEqual(1000);
  expect(store.counts().measured).toBe(5);
});

it('begins anew where its file is damaged, and does without where nothing can be written', () => {
  store.save(key, analysis(), true);
  store.close();
  writeFileSync(folder.join('analysis', 'measured.db'), 'nonsense '.repeat(1000));
  store = open();
  store.save(key, analysis(), true);
  expect(store.findWaveform(key)).toHaveLength(10);
  store.close();
  writeFileSync(folder.join('in-the-way'), '');
  store = open(1e6, 'in-the-way/analysis');
  store.save(key, analysis(), true);
  expect(store.findWaveform(key)).toHaveLength(10);
});
