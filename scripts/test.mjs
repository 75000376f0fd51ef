// `npm test`: sets up what is missing, runs every check, and ends with one line: N passed, N failed.

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { findChromium } from './lib/chromium.mjs';
import { findFfmpeg } from './lib/ffmpeg.mjs';
import { ensureInstalled, nodeBinary, refuseOtherFlags, root, tellHelp } from './lib/prepare.mjs';
import { makeTestFolder } from './lib/test-folder.mjs';
import { mostSecondTries, stumblesIn } from './lib/test-report.mjs';

tellHelp(`Runs every check and every test, and ends with one line: how many passed, how many failed.

  npm test

It takes no flags. One file is run by npx vitest run FILE, journeys by npm run journeys.
`);
refuseOtherFlags(process.argv.slice(2), []);
ensureInstalled();

const node = nodeBinary();
const reports = join(root, '.cache', 'test-results');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const modules = join(root, 'node_modules');
const testFolder = makeTestFolder();
const environment = {
  ...process.env,
  ...(testFolder === undefined ? {} : { TMPDIR: testFolder }),
  PATH: `${join(modules, '.bin')}${delimiter}${process.env.PATH ?? ''}`,
  CI: process.env.CI ?? '',
  TONEARM_BUILT: '1',
  // Hundreds of processes and threads load the same files.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, '.cache', 'compiled'),
};

let passed = 0;
let failed = 0;
const failures = [];
const failedTests = [];
const secondTries = [];

const count = (name, good, bad) => {
  passed += good;
  failed += bad;
  if (bad > 0) failures.push(`${name}: ${bad} failed`);
};

const said = (name, begun) => `── ${name}: ${((Date.now() - begun) / 1000).toFixed(1)} s\n`;

/** Two browsers beside everything else need room, in bytes. */
const roomForAll = 6 * 2 ** 30;
const isRoomy = (process.availableMemory?.() ?? 0) >= roomForAll;

/** More of them hold more than is gained. */
const mostWorkers = 4;

/** What checks types ends before it holds so much that it has to tidy up, where there is room. */
const untidy = isRoomy ? { GOGC: 'off', GOMEMLIMIT: '3GiB' } : {};

/** Runs a program to its end. @returns its exit code and what it printed */
const run = (argv) =>
  new Promise((resolve) => {
    const env = { ...environment, ...untidy };
    const child = spawn(node, argv, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env });
    const printed = [];
    child.stdout.on('data', (chunk) => printed.push(chunk));
    child.stderr.on('data', (chunk) => printed.push(chunk));
    child.on('error', (error) => resolve({ status: 1, printed: `${error.message}\n` }));
    child.on('close', (status) => resolve({ status, printed: Buffer.concat(printed).toString() }));
  });

/** A check that passes or fails as a whole. */
const check = async ([name, argv]) => {
  const begun = Date.now();
  const { status, printed } = await run(argv);
  process.stdout.write(`\n── ${name}\n${printed}${said(name, begun)}`);
  count(name, status === 0 ? 1 : 0, status === 0 ? 0 : 1);
};

/** All checks, one at a time. */
const checkAll = async (checks) => {
  for (const each of checks) await check(each);
};

/** Whoever has the output prints at once; what others print is kept until it is their turn. */
const createOutput = () => {
  const kept = [];
  let isOpen = false;
  return {
    write: (text) => (isOpen ? void process.stdout.write(text) : void kept.push(text)),
    open: () => {
      isOpen = true;
      for (const text of kept.splice(0)) process.stdout.write(text);
    },
  };
};

/** Runs a program and shows what it prints. @returns its exit code */
const show = (argv, env, output) =>
  new Promise((resolve) => {
    const child = spawn(node, argv, { cwd: root, stdio: ['inherit', 'pipe', 'pipe'], env });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', output.write);
    child.on('error', () => resolve(1));
    child.on('close', resolve);
  });

/** A run of vitest: every test counts; a run that executed none fails. */
const tests = async (name, argv, extra, output) => {
  output.write(`\n── ${name}\n`);
  const begun = Date.now();
  const report = join(reports, `${name.replaceAll(' ', '-')}.json`);
  const status = await show(
    [
      join(modules, 'vitest', 'vitest.mjs'),
      'run',
      ...argv,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { ...environment, ...extra },
    output,
  );
  output.write(said(name, begun));
  if (!existsSync(report)) return count(name, 0, 1);
  const results = JSON.parse(readFileSync(report, 'utf8'));
  const stumbles = stumblesIn(results);
  failedTests.push(...stumbles.failures);
  secondTries.push(...stumbles.secondTries);
  const bad = stumbles.failures.length;
  const unexplained = (status !== 0 && bad === 0) || results.numPassedTests === 0 ? 1 : 0;
  return count(name, results.numPassedTests, bad + unexplained);
};

const binary = (name, file) => join(modules, name, file);

const checks = [
  // Types of every workspace, each by the nearest tsconfig.json, are checked while the typed rules are.
  [
    'types and typed lint',
    [binary('oxlint', 'bin/oxlint'), '--type-aware', '--type-check', '--deny-warnings'],
  ],
  ['import boundaries', [join(root, 'scripts', 'check-boundaries.mjs')]],
  ['format and lint', [binary('@biomejs/biome', 'bin/biome'), 'ci', '--error-on-warnings', '.']],
  ['dead code', [binary('knip', 'bin/knip.js')]],
];
const bundleSize = ['bundle size', [join(root, 'web', 'scripts', 'check-bundle.mjs')]];

// Sources are checked while the product is built of them.
const checking = checkAll(checks);
const build = await run([join(root, 'scripts', 'build.mjs')]);
process.stderr.write(build.printed);
if (build.status !== 0) process.exit(1);

const ffmpeg = findFfmpeg();
const chromium = findChromium();

const rules = createOutput();
const journeys = createOutput();

/** Rules wait for programs they start a good third of their time: two more than there are processors keep those busy. */
const workers = isRoomy ? [`--maxWorkers=${Math.min(availableParallelism() + 2, mostWorkers)}`] : [];

const testRules = () =>
  tests(
    'unit and feature tests',
    ['--retry=1', ...workers],
    ffmpeg === undefined ? {} : { FFMPEG: ffmpeg },
    rules,
  );

const testJourneys = async () => {
  if (chromium === undefined) {
    journeys.write('No Chromium could be found or installed, so the browser tests cannot run.\n');
    count('browser tests', 0, 1);
    return;
  }
  const argv = ['--config', 'e2e/vitest.config.ts', '--retry=1'];
  await tests('browser tests', argv, { TONEARM_CHROMIUM: chromium }, journeys);
};

// Both kinds of tests wait for processes, disks, clocks and browsers much of their time; checks only compute.
rules.open();
const alongside = isRoomy ? testJourneys() : undefined;
await Promise.all([checking.then(() => check(bundleSize)), testRules()]);
journeys.open();
await (alongside ?? testJourneys());

const tell = (what, { name, reason }) =>
  process.stdout.write(`\n${what}: ${name.replace(`${root}/`, '')}\n  ${reason}\n`);
for (const each of secondTries) tell('needed a second try', each);
for (const each of failedTests) tell('failed', each);
if (secondTries.length > mostSecondTries) count('second tries, more than a stumble of the machine', 0, 1);
if (failures.length > 0) process.stdout.write(`\n${failures.join('\n')}\n`);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
