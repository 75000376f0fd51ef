import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..', '..');
const run = (file: string, ...argv: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, file), ...argv], {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
    env: { ...process.env, TONEARM_BUILT: '1' },
  });
  return { status, stdout, stderr };
};

/** Every program of ours that somebody may start, and what stands in its help. */
const programs = {
  'scripts/demo.mjs': 'npm run demo',
  'scripts/dev.mjs': 'npm run dev',
  'scripts/test.mjs': 'npm test',
  'scripts/test-postgres.mjs': 'npm run test:postgres',
  'scripts/bench.mjs': 'npm run bench',
  'scripts/trust.mjs': 'npm run trust',
  'scripts/clients.mjs': 'npm run clients',
  'scripts/browsers.mjs': 'npm run browsers',
  'scripts/journeys.mjs': 'npm run journeys',
  'scripts/accessibility.mjs': 'npm run accessibility',
  'scripts/package.mjs': 'npm run package',
  'bench/src/cli/alternate.ts': 'ADDRESS_BEFORE',
  'bench/src/cli/bare-server.ts': 'FOLDER',
  'bench/src/cli/feed.ts': 'SONGS',
  'bench/src/cli/search-rows.ts': 'SONGS',
  'bench/src/cli/sound.ts': '--parts',
  'e2e/src/cli/screenshots.ts': 'ADDRESS',
  'testkit/src/cli/make-library.ts': '--songs',
  'server/src/main.ts': '--data',
};

it.each(Object.entries(programs))('%s says what it takes, and no more', (file, part) => {
  const { status, stdout, stderr } = run(file, '--help');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain(part);
});

it.each(Object.keys(programs))('%s refuses a flag that there is not in one sentence', (file) => {
  const { status, stdout, stderr } = run(file, '--nonsense');
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^[^\n]*--nonsense[^\n]*--help[^\n]*\n$/);
});

it('says it of the mutations too', () => {
  expect(run('bench/src/cli/trust.ts', 'mutations', '--help').stdout).toContain('--again');
  expect(run('bench/src/cli/trust.ts', 'mutations', '--nonsense')).toMatchObject({ status: 2 });
});
