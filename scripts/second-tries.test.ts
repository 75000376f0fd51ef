import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { secondTriesIn } from './lib/second-tries.mjs';

// Inside the repository, so that the test in it finds the runner.
const folder = join(import.meta.dirname, '..', '.cache', `second-tries-${process.pid}`);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('names what failed first and passed then, and nothing else', () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'some.test.js'),
    `import { expect, it } from 'vitest';
let tries = 0;
it('passes', () => {});
it('stumbles', () => expect(tries++, 'the tries before').toBe(1));
it('fails', () => expect(1).toBe(2));`,
  );
  writeFileSync(join(folder, 'vitest.config.js'), 'export default { test: { globals: false } };');
  const vitest = join(import.meta.dirname, '..', 'node_modules', 'vitest', 'vitest.mjs');
  const report = join(folder, 'report.json');
  const argv = ['run', '--root', folder, '--retry=1', '--reporter=json', `--outputFile=${report}`];
  const { status } = spawnSync(process.execPath, [vitest, ...argv], { cwd: folder });
  expect(status).toBe(1);
  const found = secondTriesIn(JSON.parse(readFileSync(report, 'utf8')));
  expect(found.map(({ name }) => name)).toEqual(['stumbles']);
  expect(found[0]?.reason).toContain('the tries before');
});
