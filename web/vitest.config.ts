import { defineConfig } from 'vitest/config';

// Rules run in plain Node; whatever renders (`.test.tsx`) runs in a simulated page.
export default defineConfig({
  test: {
    restoreMocks: true,
    unstubGlobals: true,
    testTimeout: 20_000,
    projects: [
      { extends: true, test: { name: 'web', environment: 'node', include: ['src/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'web-dom',
          environment: 'jsdom',
          environmentOptions: { jsdom: { url: 'http://localhost/' } },
          include: ['src/**/*.test.tsx'],
          setupFiles: ['src/test-setup.ts'],
        },
      },
    ],
  },
});
