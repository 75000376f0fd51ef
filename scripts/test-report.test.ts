import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { stumblesIn } from './lib/test-report.mjs';

// Inside the repository, so that the test in it finds the runner.
const folder = join(import.meta.dirname, '..', '.cache', `test-report-${process.pid}`);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('names what failed, what could not be run and what passed at the second try, and nothing else', () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'some.test.js'),
    `import { expect, it } from 'vitest';
let tries = 0;
it('passes', () => {});
it('stumbles', () => expect(tries++, 'the tries before').toBe(1));
it('fails', () => expect(1, 'one').toBe(2));`,
  );
  writeFileSync(join(folder, 'broken.test.js'), "throw new Error('cannot be read');");
  writeFileSync(join(folder, 'vitest.config.js'), 'export default { test: { globals: false } };');
  const vitest = join(import.meta.dirname, '..', 'node_modules', 'vitest', 'vitest.mjs');
  const report = join(folder, 'report.json');
  const argv = ['run', '--root', folder, '--retry=1', '--reporter=json', `--outputFile=${report}`];
  const { status } = spawnSync(process.execPath, [vitest, ...argv], { cwd: folder });
  expect(status).toBe(1);
  const { failures, secondTries } = stumblesIn(JSON.parse(readFileSync(report, 'utf8')));
  const told = (list: typeof failures): unknown =>
    list.map(({ name, reason }) => [name.slice(folder.length + 1), reason]);
  expect(told(secondTries)).toEqual([
    ['some.test.js: stumbles', expect.stringContaining('the tries before')],
  ]);
  expect(told(failures)).toEqual([
    ['some.test.js: fails', expect.stringContaining('one')],
    ['broken.test.js', expect.stringContaining('cannot be read')],
  ]);
});
