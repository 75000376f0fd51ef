import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { tempFolder } from '@tonearm/testkit';
import type { Findings } from '../findings.ts';
import { journeyFile, putSong } from './packed.ts';

const port = '5063';
const startSeconds = 300;

/** Starts the npm package with `npx` in an empty home, and uses it. */
export const startWithNpx = async (archive: string, findings: Findings): Promise<void> => {
  await using folder = await tempFolder();
  const home = folder.join('home');
  mkdirSync(home);
  cpSync(archive, folder.join('tonearm.tgz'));
  writeFileSync(folder.join('no.tgz'), 'no package');
  const music = putSong(folder.path);
  const run = (file: string) =>
    spawnSync(process.execPath, [journeyFile, 'npx', '--yes', file, '--data', folder.join('data')], {
      cwd: folder.path,
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'],
        HOME: home,
        // Authorities of the machine: what is at home it has to do without.
        NODE_EXTRA_CA_CERTS: process.env['NODE_EXTRA_CA_CERTS'],
        FRESH_START_MUSIC: music,
        FRESH_START_PORT: port,
        FRESH_START_SECONDS: String(startSeconds),
      },
    });
  const did = run('./tonearm.tgz');
  findings.hold(
    'npx starts the npm package, and somebody new can use it',
    did.status === 0,
    `${did.stdout}${did.stderr}`,
  );
  findings.note(did.stdout.trim());
  findings.hold('what is no package is told of', run('./no.tgz').status !== 0);
};
