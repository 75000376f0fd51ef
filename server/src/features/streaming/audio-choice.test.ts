import { soundTargets } from '@tonearm/contract';
import { expect, it } from 'vitest';
import { type AudioWish, chooseAudio } from './audio-choice.ts';

const all = soundTargets;
const flac = { codec: 'flac', bitRate: 900_000 };
const mp3 = { codec: 'mp3', bitRate: 128_000 };
const choose = (wish: Partial<AudioWish>, source = flac, formats: readonly (typeof all)[number][] = all) =>
  chooseAudio({ quality: 'high', ...wish }, source, formats);

it('leaves a song as it is unless another format is asked for', () => {
  expect(choose({})).toBe('as-it-is');
  expect(choose({ quality: 'low', offset: 20 })).toBe('as-it-is');
});

it('leaves a song as it is where that cannot be made', () => {
  expect(choose({ format: 'opus' }, flac, ['mp3'])).toBe('as-it-is');
  expect(choose({ format: 'opus' }, flac, [])).toBe('as-it-is');
});

it('leaves a song as it is that is so already', () => {
  expect(choose({ format: 'mp3' }, mp3)).toBe('as-it-is');
  expect(choose({ format: 'flac' })).toBe('as-it-is');
  expect(choose({ format: 'mp3', quality: 'low' }, { codec: 'mp3', bitRate: 320_000 })).toMatchObject({
    format: 'mp3',
    bitRateKbps: 112,
  });
});

it('never makes more of a song than there is', () => {
  expect(choose({ format: 'opus' }, { codec: 'mp3', bitRate: 95_500 })).toMatchObject({ bitRateKbps: 96 });
  for (const codec of ['musepack', 'wma', 'wma-pro', 'wma-voice', 'ac3', 'eac3'])
    expect(choose({ format: 'opus' }, { codec, bitRate: 64_000 })).toMatchObject({ bitRateKbps: 64 });
  expect(choose({ format: 'opus' }, { codec: 'flac', bitRate: 95_500 })).toMatchObject({ bitRateKbps: 160 });
  expect(choose({ format: 'opus' }, { codec: 'wma-lossless', bitRate: 95_500 })).toMatchObject({
    bitRateKbps: 160,
  });
});

it('converts what begins elsewhere, whatever it is', () => {
  expect(choose({ format: 'mp3', offset: 12.5 }, mp3)).toEqual({
    format: 'mp3',
    bitRateKbps: 128,
    offsetSeconds: 12.5,
  });
});
