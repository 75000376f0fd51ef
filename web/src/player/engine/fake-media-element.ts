import type { MediaElement } from './media-element.ts';

/** An audio element for tests: says what it was told, and does what the test says. */
export interface FakeMediaElement extends Omit<MediaElement, 'paused'> {
  /** Fires an event after setting properties, as a browser would. */
  happen(type: string, properties?: Partial<FakeProperties>): void;
  /** From now on its position moves with a clock, from a second on, in steps or smoothly. */
  runFrom(seconds: number, how: { nowMs: () => number; stepSeconds?: number; untilSeconds?: number }): void;
  /** What was called, oldest first. */
  readonly calls: string[];
  refusesToPlay: boolean;
  paused: boolean;
}

interface FakeProperties {
  currentTime: number;
  duration: number;
  ended: boolean;
  readyState: number;
  error: MediaError | null;
  bufferedRanges: readonly (readonly [number, number])[];
  seekableRanges: readonly (readonly [number, number])[];
}

const rangesOf = (ranges: readonly (readonly [number, number])[]): TimeRanges => ({
  length: ranges.length,
  start: (index: number) => ranges[index]?.[0] ?? 0,
  end: (index: number) => ranges[index]?.[1] ?? 0,
});

/** Makes an element without sound and without a page. */
export const createFakeMediaElement = (): FakeMediaElement => {
  const target = new EventTarget();
  const calls: string[] = [];
  let src = '';
  const properties: FakeProperties = {
    currentTime: 0,
    duration: Number.NaN,
    ended: false,
    readyState: 0,
    error: null,
    bufferedRanges: [],
    seekableRanges: [],
  };
  /** Where it is while it runs by itself. */
  let running: (() => number) | null = null;
  const forget = (): void => {
    running = null;
    Object.assign(properties, {
      currentTime: 0,
      duration: Number.NaN,
      ended: false,
      readyState: 0,
      error: null,
    });
    properties.bufferedRanges = [];
    properties.seekableRanges = [];
  };
  const element = {
    calls,
    refusesToPlay: false,
    preload: '',
    paused: true,
    seeking: false,
    volume: 1,
    playbackRate: 1,
    defaultPlaybackRate: 1,
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
    runFrom(
      seconds: number,
      {
        nowMs,
        stepSeconds = 0,
        untilSeconds = Number.POSITIVE_INFINITY,
      }: { nowMs: () => number; stepSeconds?: number; untilSeconds?: number },
    ) {
      const sinceMs = nowMs();
      running = () => {
        const reached = Math.min(seconds + (nowMs() - sinceMs) / 1000, untilSeconds);
        return stepSeconds === 0 ? reached : Math.floor(reached / stepSeconds + 1e-9) * stepSeconds;
      };
    },
    happen(type: string, changes: Partial<FakeProperties> = {}) {
      if (changes.currentTime !== undefined) running = null;
      Object.assign(properties, changes);
      target.dispatchEvent(new Event(type));
    },
    play() {
      calls.push(`play ${src}`);
      if (element.refusesToPlay) return Promise.reject(new DOMException('refused', 'NotAllowedError'));
      element.paused = false;
      return Promise.resolve();
    },
    pause() {
      if (!element.paused) calls.push(`pause ${src}`);
      element.paused = true;
    },
    load: forget,
    removeAttribute() {
      src = '';
    },
    get src() {
      return src;
    },
    set src(url: string) {
      forget();
      element.paused = true;
      src = url;
      calls.push(`load ${url}`);
    },
    get buffered() {
      return rangesOf(properties.bufferedRanges);
    },
    get seekable() {
      return rangesOf(properties.seekableRanges);
    },
    get currentTime() {
      return running?.() ?? properties.currentTime;
    },
    set currentTime(seconds: number) {
      running = null;
      properties.currentTime = seconds;
    },
    get duration() {
      return properties.duration;
    },
    get ended() {
      return properties.ended;
    },
    get readyState() {
      return properties.readyState;
    },
    get error() {
      return properties.error;
    },
  };
  return element as FakeMediaElement;
};
