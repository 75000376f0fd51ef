import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { songNamed } from '../test-songs.ts';
import { type Gains, isSpoken, levelOf, peakOf } from './levels.ts';

const decibels = fc.option(fc.double({ min: -60, max: 40, noNaN: true }), { nil: null });
const peak = fc.option(fc.double({ min: 0.001, max: 2, noNaN: true }), { nil: null });
const anyGains = fc.record({ trackDb: decibels, albumDb: decibels, trackPeak: peak, albumPeak: peak });
const gains: Gains = { trackDb: -6, albumDb: -12, trackPeak: 1, albumPeak: 1 };
const wish = { mode: 'auto', preampDb: 0, isAlbumInOrder: false } as const;

describe('how loud a song is played', () => {
  it('is by track, by album while one plays in order, and as it is when nobody wants that', () => {
    expect(levelOf(gains, wish)).toBeCloseTo(0.501, 3);
    expect(levelOf(gains, { ...wish, isAlbumInOrder: true })).toBeCloseTo(0.251, 3);
    expect(levelOf(gains, { ...wish, mode: 'album' })).toBeCloseTo(0.251, 3);
    expect(levelOf(gains, { ...wish, mode: 'track', isAlbumInOrder: true })).toBeCloseTo(0.501, 3);
    expect(levelOf(gains, { ...wish, mode: 'off' })).toBe(1);
    expect(levelOf(gains, { ...wish, preampDb: 6 })).toBeCloseTo(1, 3);
    expect(levelOf(null, { ...wish, preampDb: 6 })).toBe(1);
  });

  it('takes the other gain where the wanted one is missing', () => {
    expect(levelOf({ ...gains, albumDb: null }, { ...wish, mode: 'album' })).toBeCloseTo(0.501, 3);
    expect(levelOf({ ...gains, trackDb: null }, wish)).toBeCloseTo(0.251, 3);
  });

  it('knows the greatest sample by the song, else by its album, and else takes it for full scale', () => {
    expect(peakOf({ ...gains, trackPeak: 0.5 })).toBe(0.5);
    expect(peakOf({ ...gains, trackPeak: null, albumPeak: 0.7 })).toBe(0.7);
    expect(peakOf({ ...gains, trackPeak: null, albumPeak: null })).toBe(1);
    expect(peakOf(null)).toBe(1);
  });

  it('never drives a sample over full scale', () => {
    fc.assert(
      fc.property(
        anyGains,
        fc.double({ min: -15, max: 15, noNaN: true }),
        fc.boolean(),
        (any, preampDb, isAlbum) => {
          const level = levelOf(any, { mode: 'auto', preampDb, isAlbumInOrder: isAlbum });
          const usesAlbum = isAlbum ? any.albumDb !== null : any.trackDb === null;
          const [own, other] = usesAlbum ? [any.albumPeak, any.trackPeak] : [any.trackPeak, any.albumPeak];
          const loudest = own ?? Math.max(1, other ?? 1);
          const isUntouched = any.trackDb === null && any.albumDb === null;
          expect(isUntouched ? level === 1 : level * loudest <= 1 + 1e-9).toBe(true);
        },
      ),
    );
  });

  it('knows what is spoken by its genre', () => {
    const spoken = ['Audiobook', 'Rock; Podcast', 'Hörbuch', 'Spoken Word'];
    const sung = ['Rock', 'Bookish Pop', null];
    const of = (genre: string | null) => isSpoken({ ...songNamed('a'), genre });
    expect([...spoken.map(of), ...sung.map(of)]).toEqual([true, true, true, true, false, false, false]);
  });
});
