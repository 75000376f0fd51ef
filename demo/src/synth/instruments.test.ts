import { createRandom } from '@tonearm/song-files';
import { expect, it } from 'vitest';
import { createBus, midiToHz } from './bus.ts';
import { createInstruments, type InstrumentName } from './instruments.ts';

const RATE = 32000;

/** How much of a frequency is in a sound (Goertzel). */
function levelOf(samples: Float32Array, hz: number): number {
  const angle = (2 * Math.PI * hz) / RATE;
  let [re, im] = [0, 0];
  samples.forEach((value, i) => {
    const window = Math.sin((Math.PI * i) / samples.length) ** 2;
    re += value * window * Math.cos(angle * i);
    im += value * window * Math.sin(angle * i);
  });
  return Math.hypot(re, im);
}

/** The strongest frequency within a quarter tone of `hz`, as cents above it. */
function centsOff(samples: Float32Array, hz: number): number {
  const steps = Array.from({ length: 21 }, (_, i) => (i - 10) * 4);
  const levels = steps.map((cents) => levelOf(samples, hz * 2 ** (cents / 1200)));
  return steps[levels.indexOf(Math.max(...levels))] ?? Number.NaN;
}

it.each(Object.keys(createInstruments()) as InstrumentName[])('%s plays in tune and falls silent', (name) => {
  const voice = createInstruments()[name];
  for (const midi of [57, 69, 81]) {
    const bus = createBus(12, RATE);
    const note = { startSeconds: 0, seconds: 0.6, midi, velocity: 0.8, pan: 0 };
    voice(bus, note, createRandom('in tune', midi).unit);
    const held = bus.left.subarray(2000, 14000);
    const loudest = held.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    expect(loudest).toBeGreaterThan(0.01);
    expect(loudest).toBeLessThan(1.5);
    expect(Math.abs(centsOff(held, midiToHz(midi)))).toBeLessThanOrEqual(12);
    const last = bus.left.subarray(11 * RATE).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    expect(last).toBeLessThan(0.01 * loudest);
  }
});
