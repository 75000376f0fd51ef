import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TrackSource } from '../core/audio-engine.ts';
import { createFakeClock } from '../core/fake-clock.ts';
import { createCrossfade } from './crossfade.ts';
import { createDeck } from './deck.ts';
import { createFakeMediaElement } from './fake-media-element.ts';

const fadeSeconds = 4;
const rate = 1000;

/** Two waves in step, each as loud as it was recorded, through one fade: their sum, sample by sample. */
const renderFade = (left: Partial<TrackSource>, into: Partial<TrackSource>): number[] => {
  const clock = createFakeClock();
  const elements = [createFakeMediaElement(), createFakeMediaElement()] as const;
  const [one, two] = elements.map((element) => createDeck(element, () => {}));
  if (one === undefined || two === undefined) throw new Error('no decks');
  one.load({ id: 1, url: 'one', ...left }, 0);
  two.load({ id: 2, url: 'two', ...into }, 0);
  const crossfade = createCrossfade({ ...clock, onOver: (deck) => deck.clear() });
  crossfade.start(one, two, fadeSeconds);
  const sum: number[] = [];
  while (crossfade.isFading()) {
    const wave = Math.sin((2 * Math.PI * 125 * sum.length) / rate);
    const recorded = [left.peak ?? 1, into.peak ?? 1] as const;
    sum.push(wave * (elements[0].volume * recorded[0] + elements[1].volume * recorded[1]));
    clock.pass(1000 / rate);
  }
  return sum;
};

const loudest = (samples: readonly number[]): number => Math.max(...samples.map(Math.abs));

/** Of every eighth of it. */
const loudnesses = (samples: readonly number[]): number[] =>
  Array.from({ length: 8 }, (_, at) =>
    loudest(samples.slice((at * samples.length) / 8, ((at + 1) * samples.length) / 8)),
  );

describe('a fade from one track into the next', () => {
  it('of two that reach full scale never passes it, and none of it is silent', () => {
    const sum = renderFade({}, {});
    expect(sum.length).toBeCloseTo(fadeSeconds * rate, -2);
    expect(loudest(sum)).toBeLessThanOrEqual(1 + 1e-9);
    for (const loudness of loudnesses(sum)) expect(loudness).toBeGreaterThan(0.9);
  });

  it('of any two never passes full scale', () => {
    const peak = fc.double({ min: 0.05, max: 1, noNaN: true });
    const level = fc.double({ min: 0.05, max: 1, noNaN: true });
    const track = fc.record({ peak, level });
    fc.assert(
      fc.property(track, track, (left, into) => {
        expect(loudest(renderFade(left, into))).toBeLessThanOrEqual(1 + 1e-9);
      }),
      { numRuns: 20 },
    );
  });

  it('keeps two that leave room for each other equally loud together', () => {
    const sum = renderFade({ level: 0.4 }, { peak: 0.5 });
    expect(loudest(sum)).toBeCloseTo(Math.hypot(0.4, 0.5), 2);
  });

  it('fades what is played louder than recorded from its beginning on', () => {
    const element = createFakeMediaElement();
    const deck = createDeck(element, () => {});
    deck.load({ id: 1, url: 'one', level: 2, peak: 0.5 }, 0);
    deck.setFade(0.7);
    expect(element.volume).toBeCloseTo(0.7);
  });
});
