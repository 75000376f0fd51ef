import { audioBytes } from '../../../api/media.ts';
import type { AudioEngine } from '../../core/audio-engine.ts';
import type { CarrierEngine } from '../two-element-engine.ts';
import { createSeamlessEngine } from './seamless-engine.ts';
import { createSoundGraph } from './sound-graph.ts';
import { createEndsKeeper } from './track-ends.ts';

/** Makes the engine without seams on what this browser offers. */
export const createBrowserSeamless = (
  carrier: CarrierEngine,
  createCarrier: () => CarrierEngine,
  later: (callback: () => void, delayMs: number) => () => void,
): AudioEngine =>
  createSeamlessEngine({
    carrier,
    createCarrier,
    later,
    // Without a click before it the context would be silent, and with it every element that is led through it.
    createGraph: () =>
      navigator.userActivation?.hasBeenActive === false
        ? null
        : createSoundGraph(new AudioContext({ latencyHint: 'interactive' })),
    createEnds: (graph) =>
      createEndsKeeper({
        sampleRate: graph.sampleRate,
        decode: graph.decode,
        cut: graph.cut,
        fetchBytes: audioBytes,
      }),
  });
