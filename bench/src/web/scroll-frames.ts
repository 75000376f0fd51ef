import type { Page } from 'playwright-core';
import { summarize } from '../percentiles.ts';
import type { Figure } from '../report.ts';

/** How long each list is scrolled, in milliseconds, and how far in a frame: 2,400 px a second. */
const scrollMs = 5_000;
const pixelsPerFrame = 40;

/** Scrolls an element by the frame. @returns times between frames, in milliseconds */
export const scrollFrames = (page: Page, selector: string): Promise<number[]> =>
  page.evaluate(
    async ({ target, durationMs, step }) => {
      let scroller = document.querySelector(target);
      while (scroller !== null && scroller.scrollHeight <= scroller.clientHeight + 1) {
        scroller = scroller.parentElement;
      }
      if (scroller === null) throw new Error('nothing scrolls');
      const times: number[] = [];
      let last = await new Promise<number>(requestAnimationFrame);
      const end = last + durationMs;
      while (last < end) {
        scroller.scrollTop += step;
        const now = await new Promise<number>(requestAnimationFrame);
        times.push(now - last);
        last = now;
      }
      return times;
    },
    { target: selector, durationMs: scrollMs, step: pixelsPerFrame },
  );

/** Frames a second, and the time that 95 of 100 frames are within. */
export const scrollFigures = (name: string, frames: readonly number[], note: string): Figure[] => {
  const totalMs = frames.reduce((sum, ms) => sum + ms, 0);
  return [
    { name: `${name}.fps`, value: (frames.length * 1000) / totalMs, unit: 'fps', note },
    { name: `${name}.frame.p95`, value: summarize(frames).p95, unit: 'ms', note },
  ];
};
