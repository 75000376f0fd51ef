import { endLines, type FloodEnd, floodLine, judgeEnd, runBodyFlood } from './body-flood.ts';
import { clientHarnesses } from './clients/client-harnesses.ts';
import { runFailingStorage, type StorageBegin, type StorageFailure } from './failing-storage.ts';
import { fileHarnesses } from './files/file-harnesses.ts';
import { drawFreshProperties } from './fresh-properties.ts';
import { followService } from './guide/follow-service.ts';
import { followUpgrade } from './guide/follow-upgrade.ts';
import type { Harness } from './harness.ts';
import { killHarnesses } from './kills/kill-harnesses.ts';
import { runDamagedLibrary } from './library-damage/damaged-library.ts';
import { changeMachine } from './machine/change-machine.ts';
import { compareTaggers } from './machine/compare-taggers.ts';
import { moreHarnesses } from './more-harnesses.ts';
import { compareOddFiles } from './odd-files/odd-files.ts';
import { packages } from './packages/package-harness.ts';
import { followBalancers } from './proxies/follow-balancers.ts';
import { followProxies } from './proxies/follow-proxies.ts';
import { runScrobbleKills } from './scrobble-kill.ts';

const scrobbles: Harness = {
  name: 'scrobbles',
  summary: 'kills the server while plays are on their way: none is lost or sent twice',
  run: async ({ kills }) => {
    const result = await runScrobbleKills(kills);
    return {
      lines: [
        `${result.kills} kills, ${result.acknowledged} acknowledged, ${result.lost.length} lost, ` +
          `${result.doubled.length} doubled, ${result.recognised} sent again and recognised by the service`,
      ],
      isGood: result.lost.length + result.doubled.length === 0,
    };
  },
};

const bodies: Harness = {
  name: 'bodies',
  summary: 'twenty people send 128 MB of every kind at once: others do not wait, and memory comes back',
  run: async () => {
    const lines: string[] = [];
    let isGood = true;
    const onEnd = (end: FloodEnd): void => {
      lines.push(...endLines(end));
      if (judgeEnd(end).length > 0) isGood = false;
    };
    for await (const result of runBodyFlood({ people: 20, sizeBytes: 128 * 1024 * 1024 - 100, onEnd })) {
      lines.push(floodLine(result));
      if (result.faults.length > 0) isGood = false;
    }
    return { lines, isGood };
  },
};

const guide: Harness = {
  name: 'guide',
  summary: 'follows the page on services in a bare Debian (as root, with debootstrap)',
  run: followService,
};

const upgrade: Harness = {
  name: 'upgrade',
  summary: 'follows the page on upgrades in a clone: to a version that stores more, and back',
  run: followUpgrade,
};

const proxies: Harness = {
  name: 'proxies',
  summary:
    'uses the product through every recipe of the page on reverse proxies (nginx, caddy, haproxy, apache2)',
  run: followProxies,
};

const balancers: Harness = {
  name: 'balancers',
  summary: 'restarts three servers one after the other behind nginx and haproxy, under load: nobody notices',
  run: followBalancers,
};

const damagedLibrary: Harness = {
  name: 'library',
  summary: 'damages every page of library.db, at rest and under a running server: all comes back by itself',
  run: async () => {
    const lines: string[] = [];
    let failureCount = 0;
    for (const isRunning of [false, true]) {
      const { cases, rebuilt, failures } = await runDamagedLibrary({ step: 1, isRunning });
      failureCount += failures.length;
      lines.push(
        ...failures,
        `${isRunning ? 'under a running server' : 'at rest'}: ${cases} cases, ${rebuilt} times made anew, ` +
          `${failures.length} failures`,
      );
    }
    return { lines, isGood: failureCount === 0 };
  },
};

const properties: Harness = {
  name: 'properties',
  summary: 'runs the property tests with examples that no run drew before, and names the seed of what fails',
  run: ({ rounds }, say) => drawFreshProperties({ rounds }, say),
};

const taggers: Harness = {
  name: 'taggers',
  summary: 'scans albums as programs and shops tag them, --rounds of each kind in each manner, and compares',
  run: ({ rounds }) => compareTaggers(rounds),
};

const oddFiles: Harness = {
  name: 'odd-files',
  summary:
    'reads files of every container that ffmpeg writes, also spoiled and under other names, as ffprobe does',
  run: () => compareOddFiles(),
};

const machine: Harness = {
  name: 'machine',
  summary:
    'runs the unit and feature tests in other languages, zones, dates, folders, under load, without programmes',
  run: (_, say) => changeMachine(say),
};

const storageCases: readonly (readonly [StorageFailure, StorageBegin])[] = [
  ['full', 'before the start'],
  ['full', 'under the server'],
  ['read-only', 'before the start'],
];

const failingStorage: Harness = {
  name: 'storage',
  summary:
    'fills the disk, before a start and under a server, and starts in a read-only folder: it plays, refuses in words, heals',
  run: async () => {
    const lines: string[] = [];
    let failureCount = 0;
    for (const [failure, begins] of storageCases) {
      const { mechanism, answered, failures } = await runFailingStorage(failure, begins);
      failureCount += failures.length;
      lines.push(
        ...failures,
        `${failure} ${begins} (${mechanism}): ${answered} calls, ${failures.length} failures`,
      );
    }
    return { lines, isGood: failureCount === 0 };
  },
};

/** Every harness, in the order in which they run. */
export const harnesses: readonly Harness[] = [
  scrobbles,
  bodies,
  guide,
  upgrade,
  packages,
  proxies,
  balancers,
  damagedLibrary,
  failingStorage,
  properties,
  taggers,
  ...clientHarnesses,
  ...fileHarnesses,
  ...killHarnesses,
  oddFiles,
  ...moreHarnesses,
  machine,
];
