import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { preferNobody } from '../../testkit/src/product/prefer-nobody.ts';

preferNobody();

const root = join(import.meta.dirname, '..', '..');

const testTimeoutMs = 180_000;

/** What people made: the same files run on SQLite with `npm test`. */
const shared = [
  'users',
  'sessions',
  'setup',
  'settings',
  'sources',
  'config',
  'preferences',
  'playlists',
  'scrobbling',
  'annotations',
  'apps',
  'bookmarks',
  'corrections',
  'music-rules',
  'play-queue',
  'radio',
  'smart-lists',
  'buckets',
].map((feature) => `server/src/features/${feature}/**/*.test.ts`);

/** Steps of the schema on what earlier versions left: both kinds of database have the same of other numbers. */
const steps = ['server/src/state/marks-of-folders.test.ts'];

/** What runs on PostgreSQL: tests of it alone (`*.postgres.test.ts`, which `npm test` leaves out), and those of the state. */
export default defineConfig({
  root,
  test: {
    name: 'postgres',
    maxWorkers: 2,
    include: ['server/**/*.postgres.test.ts', ...shared, ...steps],
    env: { TONEARM_TEST_STATE: 'postgres' },
    // Those of the file that SQLite has.
    exclude: ['**/node_modules/**', '**/dist/**', '**/*.sqlite.test.ts'],
    globalSetup: [join(root, 'server/postgres/setup.ts')],
    setupFiles: [join(root, 'testkit/src/property-test-setup.ts')],
    testTimeout: testTimeoutMs,
    hookTimeout: testTimeoutMs,
    expect: { poll: { timeout: 150_000 } },
    isolate: false,
  },
});
