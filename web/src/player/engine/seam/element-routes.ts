import type { MediaElement } from '../media-element.ts';
import { ramp } from './ramp.ts';

/** Longest that an element can be held back, in seconds. */
const longestDelaySeconds = 1;

interface Route {
  readonly source: MediaElementAudioSourceNode;
  readonly delay: DelayNode;
  /** What is too loud or too quiet by its tags. */
  readonly level: GainNode;
  readonly hush: GainNode;
  delayFrames: number;
}

/** The elements that are led through a context, each by nodes of its own. */
export const createElementRoutes = (context: AudioContext) => {
  const routes = new Map<MediaElement, Route>();
  return {
    isRouted: (element: MediaElement): boolean => routes.has(element),
    route(element: MediaElement): void {
      if (routes.has(element)) return;
      const source = sourceOf(context, element);
      if (source === null) return;
      const delay = context.createDelay(longestDelaySeconds);
      const level = context.createGain();
      const hush = context.createGain();
      source.connect(delay).connect(level).connect(hush).connect(context.destination);
      routes.set(element, { source, delay, level, hush, delayFrames: 0 });
    },
    setElementGain(element: MediaElement, gain: number): void {
      const route = routes.get(element);
      if (route !== undefined) route.level.gain.value = gain;
    },
    hush(element: MediaElement, isHushed: boolean, atSeconds: number): void {
      const route = routes.get(element);
      if (route === undefined) return;
      ramp(context, route.hush, {
        to: isHushed ? 0 : 1,
        atSeconds: Math.max(atSeconds, context.currentTime),
      });
    },
    setDelay(element: MediaElement, frames: number): void {
      const route = routes.get(element);
      if (route === undefined || route.delayFrames === frames) return;
      route.delayFrames = frames;
      route.delay.delayTime.value = frames / context.sampleRate;
    },
    delayOf: (element: MediaElement): number => routes.get(element)?.delayFrames ?? 0,
    /** Where an element can be listened to, hushed or not; undefined when it is not routed. */
    heardAt: (element: MediaElement): AudioNode | undefined => routes.get(element)?.delay,
    clear: (): void => routes.clear(),
  };
};

/** Null when something else has led the element elsewhere, as equalisers in browsers do: it stays there. */
const sourceOf = (context: AudioContext, element: MediaElement): MediaElementAudioSourceNode | null => {
  try {
    return context.createMediaElementSource(element as HTMLMediaElement);
  } catch {
    return null;
  }
};
