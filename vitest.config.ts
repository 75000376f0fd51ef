import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { preferBuilt, preferNobody, preferNoFfmpeg } from './testkit/src/product/prefer-nobody.ts';
import { contractRoutes } from './web/contract-routes.ts';
import { iconModules } from './web/icon-modules.ts';

preferNobody();
preferBuilt();
preferNoFfmpeg();

/** What ends in seconds takes minutes on a machine that is busy with other things. */
const testTimeoutMs = 180_000;

/** Waiting ends with what is waited for; the limit only matters on a machine that is busy. */
const poll = { timeout: 150_000 };

/** What property tests draw is the same in every run. */
const propertySeed = join(import.meta.dirname, 'testkit/src/property-test-setup.ts');

/** Files that wait for programs, for stops and starts: begun last, they would leave processors without work. */
const waiting = /\/(?:bench|scripts)\//;

class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const waits = ({ moduleId }: TestSpecification): boolean => waiting.test(moduleId);
    return [...sorted.filter(waits), ...sorted.filter((file) => !waits(file))];
  }
}

// Rules run in plain Node; whatever renders (`.test.tsx`) runs in a simulated page. Files share a process and
// load what they need once: modules hold no state but what `test-setup.ts` clears after each test.
const web = {
  root: './web',
  restoreMocks: true,
  unstubGlobals: true,
  testTimeout: testTimeoutMs,
  expect: { poll },
  isolate: false,
} as const;

export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: WaitingFirst },
    projects: [
      {
        test: {
          name: 'node',
          include: ['{contract,server,song-files,demo,testkit,bench}/**/*.test.ts', 'scripts/**/*.test.ts'],
          // Those of PostgreSQL: `npm run test:postgres`.
          exclude: ['**/node_modules/**', '**/dist/**', '**/*.postgres.test.ts'],
          testTimeout: testTimeoutMs,
          hookTimeout: testTimeoutMs,
          expect: { poll },
          setupFiles: [propertySeed],
          isolate: false,
        },
      },
      {
        plugins: [contractRoutes(), iconModules()],
        test: {
          ...web,
          name: 'web',
          environment: 'node',
          include: ['*.test.ts', 'src/**/*.test.ts'],
          setupFiles: [propertySeed],
        },
      },
      {
        plugins: [contractRoutes(), iconModules()],
        test: {
          ...web,
          name: 'web-dom',
          environment: 'jsdom',
          environmentOptions: { jsdom: { url: 'http://localhost/' } },
          include: ['src/**/*.test.tsx'],
          setupFiles: [propertySeed, 'src/test-setup.ts'],
        },
      },
    ],
  },
});
