import { defineConfig } from 'vitest/config';

/** A slow machine needs the time. */
const timeoutMs = 180_000;

export default defineConfig({
  test: {
    root: './e2e/webkit',
    name: 'webkit',
    include: ['*.test.ts'],
    testTimeout: timeoutMs,
    hookTimeout: timeoutMs,
    maxWorkers: 1,
    expect: { poll: { timeout: 30_000, interval: 100 } },
  },
});
