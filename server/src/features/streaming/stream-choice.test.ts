import { soundTargets } from '@tonearm/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chooseStream, type StreamSource, type StreamWish } from './stream-choice.ts';

const flac: StreamSource = { suffix: 'flac', codec: 'flac', kbps: 900 };
const mp3: StreamSource = { suffix: 'mp3', codec: 'mp3', kbps: 128.2 };
const choose = (
  wish: Partial<StreamWish>,
  source = flac,
  formats: readonly (typeof soundTargets)[number][] = soundTargets,
) => chooseStream({ format: null, mostKbps: null, offsetSeconds: 0, ...wish }, source, formats);

it('leaves alone what satisfies already', () => {
  for (const wish of [
    {},
    { format: 'raw', mostKbps: 64 },
    { format: 'flac' },
    { mostKbps: 900 },
    { format: 'wma' },
  ])
    expect([wish, choose(wish)]).toEqual([wish, 'as-it-is']);
  expect(choose({ format: 'mp3', mostKbps: 128 }, mp3)).toBe('as-it-is');
});

it('leaves alone what cannot be made', () => {
  expect(choose({ format: 'mp3', mostKbps: 64, offsetSeconds: 3 }, flac, [])).toBe('as-it-is');
  expect(choose({ format: 'opus' }, flac, ['mp3'])).toBe('as-it-is');
});

it('makes MP3 where a limit is broken and no format is named, or one that cannot keep it', () => {
  expect(choose({ mostKbps: 128 })).toEqual({ format: 'mp3', bitRateKbps: 128, offsetSeconds: 0 });
  expect(choose({ mostKbps: 128, format: 'wma' })).toMatchObject({ format: 'mp3', bitRateKbps: 128 });
  expect(choose({ mostKbps: 128, format: 'flac' })).toMatchObject({ format: 'mp3', bitRateKbps: 128 });
  expect(choose({ mostKbps: 128 }, flac, ['opus'])).toMatchObject({ format: 'opus', bitRateKbps: 128 });
  expect(choose({ mostKbps: 96 }, { ...mp3, kbps: null })).toMatchObject({ bitRateKbps: 96 });
});

it('makes the format that is named, at its usual rate and never above that of what lost something already', () => {
  expect(choose({ format: 'mp3' })).toMatchObject({ format: 'mp3', bitRateKbps: 192 });
  expect(choose({ format: 'opus' })).toMatchObject({ format: 'opus', bitRateKbps: 128 });
  expect(choose({ format: 'aac' }, mp3)).toMatchObject({ format: 'aac', bitRateKbps: 129 });
  expect(choose({ format: 'flac' }, { suffix: 'wav', codec: 'pcm', kbps: 1411 })).toMatchObject({
    format: 'flac',
    bitRateKbps: null,
  });
  expect(choose({ format: 'opus', mostKbps: 320 })).toMatchObject({ bitRateKbps: 320 });
});

it('keeps what it is where only the beginning is another', () => {
  expect(choose({ offsetSeconds: 9 })).toEqual({ format: 'flac', bitRateKbps: null, offsetSeconds: 9 });
  expect(choose({ offsetSeconds: 9, format: 'raw', mostKbps: 64 }, mp3)).toEqual({
    format: 'mp3',
    bitRateKbps: 129,
    offsetSeconds: 9,
  });
  expect(choose({ offsetSeconds: 9 }, { suffix: 'wma', codec: 'wma', kbps: 200 })).toMatchObject({
    format: 'mp3',
  });
});

it('never gives more than is allowed, nor what cannot be made', () => {
  const source = fc.record({
    suffix: fc.constantFrom('mp3', 'flac', 'opus', 'm4a', 'wav'),
    codec: fc.constantFrom('mp3', 'flac', 'opus', 'aac', null),
    kbps: fc.option(fc.integer({ min: 1, max: 2000 })),
  });
  const wish = fc.record({
    format: fc.constantFrom(null, 'mp3', 'flac', 'opus', 'aac', 'x'),
    mostKbps: fc.option(fc.integer({ min: 1, max: 2000 })),
    offsetSeconds: fc.constantFrom(0, 7),
  });
  fc.assert(
    fc.property(wish, source, fc.subarray([...soundTargets]), (asked, from, formats) => {
      const choice = chooseStream(asked, from, formats);
      if (choice === 'as-it-is') {
        const isKept = asked.mostKbps === null || (from.kbps !== null && from.kbps <= asked.mostKbps);
        const canMake = formats.some((format) => format !== 'flac');
        expect(isKept || !canMake).toBe(true);
        return;
      }
      expect(formats).toContain(choice.format);
      if (asked.mostKbps !== null) expect(choice.bitRateKbps ?? Infinity).toBeLessThanOrEqual(asked.mostKbps);
    }),
  );
});
