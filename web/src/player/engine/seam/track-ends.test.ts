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
