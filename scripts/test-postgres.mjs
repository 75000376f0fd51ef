// `npm run test:postgres`: the tests that run on PostgreSQL. It starts one for itself, unless TONEARM_TEST_POSTGRES names one.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ensurePostgres } from './lib/postgres.mjs';
import {
  ensureInstalled,
  nodeBinary,
  refuseOtherFlags,
  root,
  tellHelp,
  vitestFlags,
} from './lib/prepare.mjs';

const words = process.argv.slice(2);

tellHelp(`Runs the tests that need PostgreSQL on one that it starts, or on the one that TONEARM_TEST_POSTGRES names.
Without flags it also looks whether just those tests ran that \`npm test\` has in the same files, and none was left out.

  npm run test:postgres -- [FILTERS] [FLAGS OF VITEST]

  FILTERS   parts of names of files, like feed
  FLAGS     ${vitestFlags.join(' ')}
`);
refuseOtherFlags(words, vitestFlags);
ensureInstalled();
if (!ensurePostgres()) process.exit(1);

const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const run = (argv) => spawnSync(nodeBinary(), [vitest, ...argv], { cwd: root, stdio: 'inherit' }).status ?? 1;
const onPostgres = ['run', '--config', 'server/postgres/vitest.config.ts', ...words];
const read = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** How often each name is there: the same ones may be given twice. */
const counted = (names) => {
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
};

/** Compares what ran with what `npm test` has in the same files. @returns an exit code */
const compareTests = (folder) => {
  const results = read(join(folder, 'ran.json')).testResults;
  const ran = results.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status }) => ({
      status,
      name: [relative(root, name), ...ancestorTitles, title].join(' > '),
    })),
  );
  const shared = [...new Set(results.map(({ name }) => relative(root, name)))].filter(
    (file) => !file.endsWith('.postgres.test.ts'),
  );
  if (shared.length === 0) return 0;
  const listFile = join(folder, 'list.json');
  const listed = run(['list', '--project', 'node', '--no-static-parse', `--json=${listFile}`, ...shared]);
  if (listed !== 0) return listed;
  const onSqlite = read(listFile).map(({ name, file }) => `${relative(root, file)} > ${name}`);
  const ofShared = ran.filter(({ name }) => !name.includes('.postgres.test.ts > '));
  const [here, there] = [counted(ofShared.map(({ name }) => name)), counted(onSqlite)];
  const other = [...new Set([...here.keys(), ...there.keys()])].filter(
    (name) => here.get(name) !== there.get(name),
  );
  const leftOut = ran.filter(({ status }) => status !== 'passed' && status !== 'failed');
  for (const name of other) console.error(`only on one of both: ${name}`);
  for (const { name } of leftOut) console.error(`left out: ${name}`);
  console.log(
    `${ofShared.length} tests of ${shared.length} files on PostgreSQL, ${onSqlite.length} of them with npm test on SQLite, ` +
      `${ran.length - ofShared.length} of PostgreSQL alone, ${leftOut.length} left out`,
  );
  return other.length + leftOut.length === 0 ? 0 : 1;
};

const runCompared = () => {
  const folder = mkdtempSync(join(tmpdir(), 'tonearm-tests-'));
  try {
    const json = ['--reporter=default', '--reporter=json', `--outputFile.json=${join(folder, 'ran.json')}`];
    const status = run([...onPostgres, ...json]);
    return status === 0 ? compareTests(folder) : status;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

process.exit(words.some((word) => word.startsWith('-')) ? run(onPostgres) : runCompared());
