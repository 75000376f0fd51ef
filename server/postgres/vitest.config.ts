import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { preferNobody } from '../../testkit/src/product/prefer-nobody.ts';

preferNobody();

const root = join(import.meta.dirname, '..', '..');

const testTimeoutMs = 180_000;

/** What runs on PostgreSQL: tests of it alone (`*.postgres.test.ts`, which `npm test` leaves out). */
export default defineConfig({
  root,
  test: {
    name: 'postgres',
    maxWorkers: 2,
    include: ['server/**/*.postgres.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: [join(root, 'testkit/src/postgres/postgres-for-tests.ts')],
    setupFiles: [join(root, 'testkit/src/property-test-setup.ts')],
    testTimeout: testTimeoutMs,
    hookTimeout: testTimeoutMs,
    expect: { poll: { timeout: 150_000 } },
    isolate: false,
  },
});
