import { defineConfig } from 'vitest/config';

/** A journey starts the product and a browser; a slow machine needs the time. */
const journeyTimeoutMs = 120_000;

/**
 * Journeys of the player, the queue, lists, layers and keys. Others wait for addresses that a script replaced, or for
 * focus that leaves a field of a window nobody sees: WebDriver BiDi tells of neither.
 */
const journeys = [
  'player',
  'keyboard',
  'layers',
  'browse',
  'artists',
  'queue',
  'play-first',
  'playlist-editing',
];

/** What cannot be done through WebDriver BiDi: dragging, fingers, two pages that see each other's storage. */
const undoable = [
  'dropped',
  'dragging',
  'finger',
  'double click',
  'choose several',
  'number of a row',
  'in one tab',
  'every format',
];

export default defineConfig({
  test: {
    root: './e2e',
    name: 'firefox',
    include: journeys.map((name) => `tests/${name}.test.ts`),
    testNamePattern: `^(?!.*(?:${undoable.join('|')})).*$`,
    testTimeout: journeyTimeoutMs,
    hookTimeout: journeyTimeoutMs,
    maxWorkers: 1,
    isolate: false,
    expect: { poll: { timeout: 30_000, interval: 50 } },
  },
});
