import { createFakeClock, type FakeClock } from '@tonearm/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SongSound } from '../../library/read/sound-reading.ts';
import type { AppEvents } from '../../platform/app-events.ts';
import { createEvents, type Events } from '../../platform/events.ts';
import { silentLog } from '../../platform/log.ts';
import { type BackgroundMeasuring, createBackgroundMeasuring } from './background-measuring.ts';

let clock: FakeClock;
let events: Events<AppEvents>;
let background: BackgroundMeasuring;
let songs: SongSound[];
let measured: string[];
let isIdle: boolean;
let isOn: boolean;

const song = (id: string, more: Partial<SongSound> = {}): SongSound => ({
  ...{
    id,
    stamp: '1',
    path: `music/${id}.mp3`,
    durationMs: 1000,
    codec: 'mp3',
    container: 'mpeg',
    bitRate: 1,
  },
  ...{ sampleRate: 1, channels: 1, encoderDelay: null, encoderPadding: null, totalSamples: null, gain: null },
  albumId: null,
  ...more,
});
const tagged = {
  origin: 'replaygain',
  trackGainDb: -3,
  albumGainDb: null,
  trackPeak: null,
  albumPeak: null,
} as const;

beforeEach(() => {
  clock = createFakeClock();
  events = createEvents<AppEvents>(() => {});
  [songs, measured, isIdle, isOn] = [[song('a'), song('b')], [], true, true];
  background = createBackgroundMeasuring({
    measuring: {
      isPossible: () => true,
      isSettled: ({ id }) => measured.includes(id ?? ''),
      measure: async ({ id }) => void measured.push(id ?? ''),
    },
    sound: { after: async (afterId) => (afterId > 0 ? null : { songs, nextId: 500, lastId: 4 }) },
    ...{ isIdle: () => isIdle, isOn: () => isOn, events, clock, log: silentLog },
    isLeftOut: (path) => path.startsWith('Cloud/'),
  });
  background.start();
});
afterEach(() => background.stop());

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await clock.advance(2_000);
};

it('measures what tags do not say, and nothing twice', async () => {
  songs.push(song('tagged', { gain: tagged }), song('a book', { durationMs: 5 * 3_600_000 }));
  await settle();
  expect(measured).toEqual(['a', 'b']);
  expect(background.state()).toBe('resting');
  songs.push(song('c'));
  events.emit('collection-changed', { revision: 2 });
  await settle();
  expect(measured).toEqual(['a', 'b', 'c']);
});

it('waits while there is anything else to be done, and goes on where it was', async () => {
  isIdle = false;
  await settle();
  expect([measured, background.state(), background.progress()]).toEqual([[], 'waiting', 0]);
  isIdle = true;
  await settle();
  expect(measured).toEqual(['a', 'b']);
});

it('tells how far it has come through the collection', async () => {
  await clock.advance(30_000);
  expect(measured).toEqual(['a']);
  isIdle = false;
  await settle();
  expect([background.state(), background.progress()]).toEqual(['waiting', 0.5]);
  isIdle = true;
  await settle();
  expect([measured, background.progress()]).toEqual([['a', 'b'], null]);
});

it('ends when it is switched off, also while it waits', async () => {
  isIdle = false;
  await settle();
  isOn = false;
  await settle();
  isIdle = true;
  await settle();
  expect([measured, background.state()]).toEqual([[], 'off']);
  isOn = true;
  events.emit('settings-changed', { needsScan: false });
  await settle();
  expect(measured).toEqual(['a', 'b']);
});
