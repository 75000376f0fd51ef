import type { EngineEvent } from '../core/audio-engine.ts';
import { createFakeClock } from '../core/fake-clock.ts';
import { createFakeMediaElement, type FakeMediaElement } from './fake-media-element.ts';
import { createRehearsal } from './rehearsal.ts';
import { createFakeSoundGraph } from './seam/fake-sound-graph.ts';
import { createSeamlessEngine } from './seam/seamless-engine.ts';
import { createTwoElementEngine } from './two-element-engine.ts';

/** Both engines keep the same rules; nothing is decoded here, so both are heard through elements. */
export const engineKinds = ['two elements', 'two elements and decoded seams'] as const;

/** An engine on two elements that do what the test says, and notes of what it told. */
export const createTestEngine = (kind: (typeof engineKinds)[number], { isOnline = true } = {}) => {
  const elements: FakeMediaElement[] = [];
  const clock = createFakeClock();
  let look = (): void => {};
  const carrier = createTwoElementEngine({
    createElement() {
      const element = createFakeMediaElement();
      elements.push(element);
      return element;
    },
    isOnline: () => isOnline,
    nowMs: clock.nowMs,
    later: clock.later,
    repeat(callback) {
      look = callback;
      return () => {};
    },
    startMemory: { read: () => null, write: () => {} },
    readPadding: async () => 0,
    loadRehearsal: async () => createRehearsal,
  });
  const engine =
    kind === 'two elements'
      ? carrier
      : createSeamlessEngine({
          carrier,
          createCarrier: () => carrier,
          createGraph: createFakeSoundGraph,
          createEnds: () => ({ endsOf: () => Promise.resolve(null), abort() {}, clear() {} }),
          later: clock.later,
        });
  const [a, b] = elements as [FakeMediaElement, FakeMediaElement];
  const events: EngineEvent[] = [];
  engine.subscribe((event) => events.push(event));
  const heard = (type: EngineEvent['type']) => events.filter((event) => event.type === type);
  const watch = (times: number): void => {
    for (let time = 0; time < times; time += 1) look();
  };
  return { engine, clock, a, b, events, heard, watch };
};

/** Tracks that every browser plays. */
export const one = { id: 1, url: 'one.mp3' };
export const two = { id: 2, url: 'two.mp3' };
export const three = { id: 3, url: 'three.mp3' };

/** What the server converts while it sends it, of a track of 60 s. */
export const converted = {
  id: 4,
  url: 'four',
  conversion: {
    urlAt: (seconds: number) => `four from ${seconds}`,
    durationSeconds: 60,
    isSeekable: true,
    savesData: false,
  },
};

/** How a track is loaded that is to be heard from its beginning. */
export const playing = { startSeconds: 0, shouldPlay: true };

/** Enough is loaded, and sound comes out. */
export const sound = (
  element: FakeMediaElement,
  changes: Parameters<FakeMediaElement['happen']>[1] = {},
): void => {
  element.happen('canplaythrough', { readyState: 4, ...changes });
  element.happen('playing');
};

/** What an element says is wrong, by its number in the standard. */
export const mediaError = (code: number) => ({ code }) as MediaError;
