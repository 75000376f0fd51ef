import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { tempFolder } from '@tonearm/testkit';
import { afterEach, expect, it, vi } from 'vitest';
import { canIsolate } from './logged-scan.ts';
import { findProgram } from './peer.ts';
import { hasScanned, hasStarted, polaris } from './polaris.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const begun = '10:00:00 [INFO] Starting up server\n10:00:00 [INFO] Beginning library index update\n';

it('takes the beginning and the end of a scan from the log of Polaris', () => {
  expect([hasStarted('10:00:00 [INFO] Starting up server\n'), hasStarted(begun)]).toEqual([false, true]);
  expect([
    hasScanned(begun),
    hasScanned(`${begun}10:00:08 [INFO] Library index update took 8.2 seconds\n`),
  ]).toEqual([false, true]);
});

/** Says what Polaris does, and keeps a song for each time that it was started. */
const standIn = `#!${process.execPath}
const { appendFileSync } = require('node:fs');
const { DatabaseSync } = require('node:sqlite');
const after = (flag) => process.argv[process.argv.indexOf(flag) + 1];
const log = (line) => appendFileSync(after('--log'), '10:00:00 [INFO] ' + line + '\\n');
log('Beginning library index update');
const database = new DatabaseSync(after('-d'));
database.exec("CREATE TABLE IF NOT EXISTS songs (path TEXT); INSERT INTO songs VALUES ('a')");
database.close();
log('Library index update took 0.05 seconds');
// It serves until it is ended.
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
`;

it.skipIf(!canIsolate() /* a process may have no network of its own here */)(
  'runs a program that a variable names, once for a first scan and once for one that finds nothing changed',
  async () => {
    await using temp = await tempFolder();
    writeFileSync(temp.join('polaris'), standIn);
    chmodSync(temp.join('polaris'), 0o755);
    mkdirSync(temp.join('run'));
    vi.stubEnv('TONEARM_BENCH_POLARIS', temp.join('polaris'));
    expect(polaris.isUsable()).toBe(true);
    const figures = await polaris.measure({ folder: temp.join('run'), musicFolder: temp.join('music') });
    expect(figures.songs).toBe(2);
    expect(Math.min(figures.coldSeconds, figures.rescanSeconds, figures.peakMegabytes)).toBeGreaterThan(0);
  },
);

it('finds a program by its variable before an installed one, and says so where it is not there', async () => {
  await using temp = await tempFolder();
  writeFileSync(temp.join('other'), '');
  vi.stubEnv('TONEARM_BENCH_SH', temp.join('other'));
  expect(findProgram('sh')).toBe(temp.join('other'));
  vi.stubEnv('TONEARM_BENCH_SH', temp.join('nothing'));
  expect(() => findProgram('sh')).toThrow('TONEARM_BENCH_SH names');
});
