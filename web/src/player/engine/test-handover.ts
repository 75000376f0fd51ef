import type { TrackSource } from '../core/audio-engine.ts';
import { createFakeClock } from '../core/fake-clock.ts';
import { createDeck } from './deck.ts';
import { createPaddings } from './encoder-silence.ts';
import { createFakeMediaElement } from './fake-media-element.ts';
import { createHandover } from './handover.ts';
import { createRehearsal } from './rehearsal.ts';

/** How positions come: smoothly. */
export const smooth = { stepSeconds: 0, untilSeconds: Number.POSITIVE_INFINITY };

/** And as Firefox tells them. */
export const steps = { stepSeconds: 0.04, untilSeconds: 59.94 };

type Track = Pick<TrackSource, 'url' | 'encoding'>;

const flac: Track = { url: 'one.flac' };

/** Opus whose length says 60 s, and whose samples so many. */
export const opus = (lengthSeconds: number): Track => ({
  url: 'one.opus',
  encoding: {
    ...{ codec: 'opus', sampleRate: 48_000, delay: 312, padding: 0 },
    totalSamples: lengthSeconds * 48_000,
  },
});

/** MP3 without a header of its encoder. */
export const mp3: Track = {
  url: 'one.mp3',
  encoding: { codec: 'mp3', sampleRate: 44_100, delay: null, padding: null, totalSamples: null },
};

/** Two decks of an engine, the first near its end and the second loaded. */
export const createTestHandover = ({
  kept = null as number | null,
  position = smooth,
  rate = 1,
  track = flac,
  next: { encoding: nextEncoding } = flac,
  nextUrl = 'two.flac',
  readPadding = async (_url: string, _sampleRate: number) => 0,
} = {}) => {
  const clock = createFakeClock();
  const written: number[] = [];
  const elements = [createFakeMediaElement(), createFakeMediaElement()] as const;
  const [a, b] = elements;
  const decks = elements.map((element) => createDeck(element, () => {}));
  const [playing, next] = decks as [(typeof decks)[number], (typeof decks)[number]];
  const handover = createHandover({
    nowMs: clock.nowMs,
    later: clock.later,
    startMemory: { read: () => kept, write: (ms) => written.push(ms) },
    paddings: createPaddings(readPadding),
    loadRehearsal: async () => createRehearsal,
  });
  playing.load({ id: 1, ...track, rate }, 0);
  next.load({ id: 2, url: nextUrl, ...(nextEncoding && { encoding: nextEncoding }) }, 0);
  for (const element of elements) {
    element.happen('canplaythrough', { readyState: 4, duration: 60, bufferedRanges: [[0, 60]] });
  }
  playing.play();
  const { nowMs } = clock;
  return {
    ...{ a, b, clock, written, handover, playing, next },
    /** The playing one is so many seconds from its end. */
    remain(seconds: number): void {
      a.runFrom(60 - seconds, { nowMs, ...position });
      handover.progressed(playing, next);
    },
    /** The next one sounds from now on; what it takes is measured. */
    sound(): void {
      b.runFrom(b.currentTime, { nowMs, ...position });
      clock.pass(1100);
      handover.progressed(next, null);
      clock.pass(600);
    },
    hasStarted: () => b.calls.includes('play two.flac'),
  };
};
