import { defineConfig } from 'vitest/config';

/** A journey starts the product and a browser; a slow machine needs the time. */
const journeyTimeoutMs = 90_000;

/** What a journey waits for may take this long on a slow machine. */
const pollTimeoutMs = 15_000;

export default defineConfig({
  test: {
    root: './e2e',
    name: 'e2e',
    include: ['tests/**/*.test.ts'],
    testTimeout: journeyTimeoutMs,
    hookTimeout: journeyTimeoutMs,
    // Every file has a product and a browser of its own.
    maxWorkers: 2,
    expect: { poll: { timeout: pollTimeoutMs, interval: 50 } },
  },
});
