import { describe, expect, it } from 'vitest';
import type { EngineEvent, TrackSource } from '../../core/audio-engine.ts';
import { createFakeClock } from '../../core/fake-clock.ts';
import { createFakeMediaElement, type FakeMediaElement } from '../fake-media-element.ts';
import { createRehearsal } from '../rehearsal.ts';
import { createTwoElementEngine } from '../two-element-engine.ts';
import { createFakeSoundGraph, fakeBuffer, fakeRate } from './fake-sound-graph.ts';
import { createSeamlessEngine } from './seamless-engine.ts';
import type { TrackEnds } from './track-ends.ts';

/** Something that is nowhere like itself. */
const music = (length: number, seed: number): Float32Array => {
  let state = seed;
  let level = 0;
  return Float32Array.from({ length }, () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b_3c6d) + 0x6d2b_79f5;
    level = level * 0.8 + (((state ^ (state >>> 13)) >>> 0) / 2_147_483_648 - 1) * 0.2;
    return level;
  });
};

/** Tracks of 60.0007 s, whose headers say 60. */
const frames = 60 * fakeRate + 7;
const samplesOf = [music(frames, 1), music(frames, 2)] as const;
/** @param added frames of either end that are not music */
const endsOf = (samples: Float32Array, added: number): TrackEnds => ({
  from: added,
  frames: frames - added,
  head: fakeBuffer(samples.subarray(0, 9 * fakeRate)),
  tail: fakeBuffer(samples.subarray(frames - added - 9 * fakeRate, frames - added)),
});
const one = { id: 1, url: 'one.flac' };
const two = { id: 2, url: 'two.flac' };
const converted = (
  source: typeof one,
  { savesData }: { readonly savesData: boolean },
): typeof one & Required<Pick<TrackSource, 'conversion'>> => ({
  ...source,
  conversion: {
    urlAt: (seconds) => `${source.url} from ${seconds}`,
    durationSeconds: 60,
    isSeekable: true,
    savesData,
  },
});
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

const setUp = ({
  isDecodable = true,
  added = 0,
  tracks = [one, two] as readonly [TrackSource, TrackSource],
  fromSeconds = 0,
} = {}) => {
  const elements: FakeMediaElement[] = [];
  const clock = createFakeClock();
  const graph = createFakeSoundGraph();
  const createCarrier = () =>
    createTwoElementEngine({
      createElement() {
        const element = createFakeMediaElement();
        elements.push(element);
        return element;
      },
      isOnline: () => true,
      nowMs: clock.nowMs,
      later: clock.later,
      repeat: () => () => {},
      startMemory: { read: () => null, write: () => {} },
      readPadding: async () => 0,
      loadRehearsal: async () => createRehearsal,
    });
  const engine = createSeamlessEngine({
    carrier: createCarrier(),
    createCarrier,
    createGraph: () => graph,
    createEnds: () => ({
      endsOf: async (sourceNow) =>
        isDecodable ? endsOf(samplesOf[sourceNow().url === one.url ? 0 : 1], added) : null,
      abort() {},
      clear() {},
    }),
    later: clock.later,
  });
  const events: EngineEvent[] = [];
  engine.subscribe((event) => events.push(event));
  const [a, b] = elements as [FakeMediaElement, FakeMediaElement];

  /** The element stands at `seconds`, and its sample 0 was heard at the frame `shift` of the clock. */
  const plays = async (element: FakeMediaElement, seconds: number, shift: number): Promise<void> => {
    const track = samplesOf[element.src.startsWith(one.url) ? 0 : 1];
    const baseSeconds = element.src.includes(' from ') ? fromSeconds : 0;
    const now = shift / fakeRate + seconds;
    graph.at(now);
    const from = Math.round(seconds * fakeRate) - 4096;
    const firstFrame = shift + from + graph.delayOf(element);
    graph.hears({ samples: track.slice(from, from + 4096), firstFrame });
    element.happen('timeupdate', {
      currentTime: seconds - baseSeconds,
      duration: 60 - baseSeconds,
      readyState: 4,
      bufferedRanges: [[0, 60 - baseSeconds]],
    });
    await settle();
  };
  const start = async (): Promise<void> => {
    engine.load(tracks[0], { startSeconds: fromSeconds, shouldPlay: true });
    a.happen('canplaythrough', { readyState: 4, duration: 60 });
    a.happen('playing');
    engine.prepare(tracks[1]);
    b.happen('canplaythrough', { readyState: 4, duration: 60 });
    await plays(a, 40, 5000);
    await plays(a, 54, 5000);
  };
  const end = (): void => {
    graph.at(60.4);
    a.happen('timeupdate', { currentTime: 59.95 });
    a.happen('ended', { ended: true });
  };
  return { engine, graph, clock, elements, a, b, events, plays, start, end };
};

describe('the engine without seams', () => {
  it('has the decoded end take over at its very sample, and the next track follow the last one', async () => {
    const { graph, a, b, start } = setUp();
    await start();
    const [tail, head] = graph.voices;
    expect(tail).toMatchObject({
      isFadedIn: true,
      fromFrame: (tail?.atFrame ?? 0) - 5000 - (frames - 90_000),
    });
    expect(head).toMatchObject({ isFadedIn: false, fromFrame: 0, atFrame: 5000 + frames });
    expect([...graph.hushed]).toEqual([a, b]);
  });

  it('leaves out what encoders added, and holds the next element back all the same', async () => {
    const { graph, b, start, end, plays } = setUp({ added: 120 });
    await start();
    const atFrame = 5000 + frames - 120;
    expect(graph.voices[1]).toMatchObject({ fromFrame: 120, atFrame });
    end();
    await plays(b, 2, atFrame - 120 - 300);
    expect(graph.delayOf(b)).toBe(300);
  });

  it('holds the next element back to the decoded sound, and lets it be heard when it is there', async () => {
    const { graph, b, events, start, end, plays } = setUp();
    await start();
    end();
    expect(events.at(-1)).toMatchObject({ type: 'progress' });
    expect(events.some((event) => event.type === 'ended' && event.nextId === 2)).toBe(true);
    // It runs 600 frames ahead.
    await plays(b, 2, 5000 + frames - 600);
    expect(graph.delays.get(b)).toBe(600);
    expect(graph.hushed.has(b)).toBe(true);
    await plays(b, 2.5, 5000 + frames - 600);
    expect(graph.hushed.has(b)).toBe(false);
    expect(graph.voices[1]?.endsAt).not.toBeNull();
  });

  it('sends an element ahead that is late', async () => {
    const { graph, b, start, end, plays } = setUp();
    await start();
    end();
    await plays(b, 2, 5000 + frames + 300);
    expect(b.currentTime).toBeCloseTo(2 + 0.03 + 0.06, 5);
    expect(graph.hushed.has(b)).toBe(true);
  });

  it.each([0, 30])('joins conversions like files, one that was begun at %i s too', async (fromSeconds) => {
    const tracks = [converted(one, { savesData: false }), converted(two, { savesData: false })] as const;
    const { graph, start } = setUp({ tracks, fromSeconds });
    await start();
    expect(graph.voices[0]).toMatchObject({ isFadedIn: true });
    expect(graph.voices[1]).toMatchObject({ isFadedIn: false, fromFrame: 0, atFrame: 5000 + frames });
  });

  it.each([0, 1])('fetches nothing twice where data is to be saved (track %i)', async (which) => {
    const tracks = [one, two].map((track, index) =>
      index === which ? converted(track, { savesData: true }) : track,
    ) as [TrackSource, TrackSource];
    const { graph, start } = setUp({ tracks });
    await start();
    expect(graph.voices).toEqual([]);
  });

  it('leaves everything to the elements when a track cannot be decoded', async () => {
    const { graph, b, start, end } = setUp({ isDecodable: false });
    await start();
    expect(graph.voices).toEqual([]);
    expect(graph.hushed.size).toBe(0);
    end();
    expect(b.paused).toBe(false);
  });

  it.each([
    ['pauses', (engine: ReturnType<typeof setUp>['engine']) => engine.pause()],
    ['goes elsewhere', (engine: ReturnType<typeof setUp>['engine']) => engine.seekTo(10)],
    [
      'wants another track',
      (engine: ReturnType<typeof setUp>['engine']) => engine.prepare({ id: 9, url: 'x' }),
    ],
    ['wants silence', (engine: ReturnType<typeof setUp>['engine']) => engine.unload()],
  ])('is all elements again at once when somebody %s', async (_, act) => {
    const { engine, graph, start } = setUp();
    await start();
    act(engine);
    expect(graph.voices.every(({ endsAt }) => endsAt !== null)).toBe(true);
    expect(graph.hushed.size).toBe(0);
  });

  it('says nothing of an element that waits while decoded sound is heard', async () => {
    const { a, events, start } = setUp();
    await start();
    a.happen('waiting');
    expect(events.some(({ type }) => type === 'waiting')).toBe(false);
  });

  it('goes on with new elements where it was when the audio device does not come back', async () => {
    const { engine, graph, clock, elements, start } = setUp();
    await start();
    graph.turn(false);
    clock.pass(500);
    expect(graph.isClosed).toBe(true);
    expect(elements).toHaveLength(4);
    expect(elements[2]?.calls).toEqual([`load ${one.url}`, `play ${one.url}`]);
    elements[2]?.happen('loadedmetadata', { readyState: 1 });
    expect(elements[2]?.currentTime).toBe(54);
    engine.pause();
    expect(elements[2]?.paused).toBe(true);
  });
});
