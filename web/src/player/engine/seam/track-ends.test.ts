import { expect, it } from 'vitest';
import type { TrackSource } from '../../core/audio-engine.ts';
import { fakeBuffer, fakeRate } from './fake-sound-graph.ts';
import { createEndsKeeper } from './track-ends.ts';

it('leaves out what encoders added by facts that come while a track is decoded', async () => {
  const music = 10 * fakeRate;
  let source: TrackSource = { id: 1, url: 'one.mp3' };
  const keeper = createEndsKeeper({
    fetchBytes: async () => new ArrayBuffer(1),
    async decode() {
      const facts = { codec: 'mp3', sampleRate: fakeRate, delay: 5, padding: 3, totalSamples: music };
      source = { ...source, encoding: facts };
      return fakeBuffer(new Float32Array(music + 100).fill(0.5));
    },
    cut: (buffer, from, to) => fakeBuffer(buffer.getChannelData(0).subarray(from, to)),
    sampleRate: fakeRate,
  });
  expect(await keeper.endsOf(() => source, null)).toMatchObject({ from: 5, frames: music + 5 });
});

/** A file of one track with an edit list, and nothing that anybody decodes. */
const edited = (): ArrayBuffer => {
  const names = ['moov', 'trak', 'edts'];
  const file = new DataView(new ArrayBuffer(8 * names.length));
  for (const [at, name] of names.entries()) {
    file.setUint32(8 * at, 8 * (names.length - at));
    for (let letter = 0; letter < 4; letter += 1) file.setUint8(8 * at + 4 + letter, name.charCodeAt(letter));
  }
  return file.buffer;
};

it.each([
  ['all of what was recorded, where the edit list of a file cuts some off', 30, 30, 1],
  ['what the edit list gives, where a decoder cuts off more without', -40, 0, 2],
])('keeps %s', async (_, addedUnedited, from, decodings) => {
  const music = 10 * fakeRate;
  const facts = { codec: 'aac', sampleRate: fakeRate, delay: 30, padding: 28, totalSamples: music };
  const hasEdits: boolean[] = [];
  const keeper = createEndsKeeper({
    fetchBytes: async () => edited(),
    async decode(bytes) {
      const isEdited = String.fromCharCode(...new Uint8Array(bytes)).includes('edts');
      hasEdits.push(isEdited);
      return fakeBuffer(new Float32Array(music + (isEdited ? -1 : addedUnedited)).fill(0.5));
    },
    cut: (buffer, begin, end) => fakeBuffer(buffer.getChannelData(0).subarray(begin, end)),
    sampleRate: fakeRate,
  });
  const ends = await keeper.endsOf(() => ({ id: 1, url: 'one.m4a', encoding: facts }), null);
  expect(ends).toMatchObject({ from, frames: decodings === 1 ? music + 30 : music - 1 });
  expect(hasEdits).toEqual([false, true].slice(0, decodings));
});

it('lets what was taken by ear come up from silence and go down to it, and nothing else', async () => {
  const music = 10 * fakeRate;
  const endsOf = (delay: number | null) =>
    createEndsKeeper({
      fetchBytes: async () => new ArrayBuffer(1),
      decode: async () => fakeBuffer(new Float32Array(music).fill(0.5)),
      cut: (buffer, from, to) => fakeBuffer(buffer.getChannelData(0).slice(from, to)),
      sampleRate: fakeRate,
    }).endsOf(() => {
      const encoding = { codec: 'mp3', sampleRate: fakeRate, delay, padding: null, totalSamples: null };
      return { id: 1, url: 'one.mp3', encoding };
    }, null);
  const told = (await endsOf(0))?.head.getChannelData(0);
  expect(told?.every((sample) => sample === 0.5)).toBe(true);
  const heard = await endsOf(null);
  const samples = heard?.head.getChannelData(0).subarray(heard.from, heard.frames) ?? new Float32Array();
  const soft = Math.round(0.0007 * fakeRate);
  expect(samples.length).toBeGreaterThan(music / 2);
  expect(samples.indexOf(0.5)).toBe(soft);
  expect(samples.lastIndexOf(0.5)).toBe(samples.length - 1 - soft);
  expect(Math.max(samples[0] ?? 1, samples.at(-1) ?? 1)).toBeLessThan(0.5 / soft + 1e-6);
  // Never further from one sample to the next than the way up takes.
  expect(samples.slice(1).every((sample, at) => Math.abs(sample - (samples[at] ?? 0)) < 0.6 / soft)).toBe(
    true,
  );
});
