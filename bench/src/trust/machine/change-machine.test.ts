import { mkdirSync, writeFileSync } from 'node:fs';
import { tempFolder } from '@tonearm/testkit';
import { expect, it } from 'vitest';
import { vitestProgram } from './change-machine.ts';
import { conditionsIn } from './conditions.ts';
import { runTestsUnder } from './run-under.ts';

/** Tests that need something of the machine, each something else. */
const needy = `
import { spawnSync } from 'node:child_process';
import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
const seen = (name, value, wanted) => test(name, () => expect(value()).toBe(wanted));
const newFile = () => {
  const file = join(mkdtempSync(join(tmpdir(), 'x')), 'file');
  writeFileSync(file, '');
  return statSync(file).mode & 0o777;
};
seen('anywhere', () => 1 + 1, 2);
seen('language', () => Intl.DateTimeFormat().resolvedOptions().locale, 'en-US');
seen('zone', () => new Date(0).getTimezoneOffset(), 0);
seen('home', () => process.env.HOME ?? 'none', 'a home of its own');
seen('private', newFile, 0o644);
seen('programmes', () => spawnSync('ls').error, undefined);
seen('folder', () => tmpdir().includes(' '), false);
`;

it('makes machines on which tests that need something of theirs fail, and others pass', async () => {
  await using folder = await tempFolder();
  for (const name of ['machines', 'project']) mkdirSync(folder.join(name));
  writeFileSync(folder.join('project', 'needy.test.mjs'), needy);
  const found = [];
  for (const condition of conditionsIn(folder.join('machines'), undefined)) {
    // Load makes this slow, and what it does to tests cannot be told from one run.
    const { passed, failed } = await runTestsUnder(
      { ...condition, busyLoops: 0 },
      {
        vitest: vitestProgram,
        cwd: folder.join('project'),
        argv: ['--globals', '--root', folder.join('project')],
      },
    );
    found.push([passed, ...failed.map((line) => line.replace(/^.*: /, ''))]);
  }
  expect(found).toEqual([
    [1, 'language', 'zone', 'home', 'private', 'programmes', 'folder'],
    [3, 'zone', 'home', 'private', 'programmes'],
    [3, 'language', 'zone', 'home', 'programmes'],
  ]);
});

it('says of a run that cannot begin that it failed', async () => {
  await using folder = await tempFolder();
  const [condition] = conditionsIn(folder.path, undefined);
  if (condition === undefined) throw new Error('there is no machine');
  const run = { vitest: vitestProgram, cwd: folder.path, argv: ['--globals', '--root', folder.path] };
  const { passed, failed } = await runTestsUnder(condition, run);
  expect(passed).toBe(0);
  expect(failed).toHaveLength(1);
});
