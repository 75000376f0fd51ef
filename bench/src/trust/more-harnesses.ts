import { jumpsMs, runClockJumps } from './clock-jumps.ts';
import type { Harness } from './harness.ts';
import { runLockedDatabase, waitingRead } from './locked-database.ts';
import { earlierSchemas, runMigrationKills } from './migrations/migration-kills.ts';
import { runMoves } from './migrations/moves.ts';
import { runRestores } from './migrations/restores.ts';
import { runMutatedMedia } from './mutated-media.ts';
import { runClosedJourneys, runClosedNetwork } from './network/closed-network.ts';
import { record, replay } from './power-cut/power-cut.ts';
import { runHostileQueries } from './queries/hostile-queries.ts';
import { runSeveral, severalSteps } from './several/several.ts';
import { runSoak } from './soak.ts';
import { runBucketSource } from './sources/bucket-source.ts';
import { runWatcherStorm } from './watcher-storm.ts';
import { runWriteFaults } from './write-faults.ts';

/** As many lines of it as anybody reads. */
const mostLines = 20;

const power: Harness = {
  name: 'power',
  summary: 'cuts the power at recorded writes and syncs of state.db: all that was acknowledged is there',
  run: async ({ images }) => {
    const recording = await record(180);
    const result = replay(recording, { images });
    const control = replay(recording, { images: Math.min(images, 500), hasSyncs: false });
    return {
      lines: [
        ...result.faults.slice(0, mostLines),
        `${result.calls} writes and syncs, ${result.acknowledged} changes acknowledged, ${result.images} images ` +
          `(${result.openedByProduct} by the product), ${result.faults.length} faults`,
        `without syncs: ${control.faults.length} of ${control.images} images are at fault`,
      ],
      isGood: result.faults.length === 0 && control.faults.length > 0,
    };
  },
};

const faults: Harness = {
  name: 'faults',
  summary: 'lets the n-th write or sync of state.db fail (ENOSPC, EIO): refused in words, nothing lost',
  run: async () => {
    const one = await runWriteFaults({ nths: Array.from({ length: 200 }, (_, at) => at + 1) });
    const many = await runWriteFaults({ nths: [1, 2, 3, 5, 8, 13, 21], lasting: 12 });
    const control = await runWriteFaults({ nths: [1, 2, 3], lasting: 12, isBoastful: true });
    const lines = [one, many].map(
      ({ rounds, injected, acknowledged, statuses, failures }) =>
        `${rounds} rounds, ${injected} calls failed, ${acknowledged} changes acknowledged, answers ` +
        `${[...statuses].map(([status, count]) => `${status}: ${count}`).join(', ')}, ${failures.length} failures`,
    );
    const failures = [...one.failures, ...many.failures];
    return {
      lines: [
        ...failures.slice(0, mostLines),
        ...lines,
        `a server that says of everything that it was done: ${control.failures.length} failures`,
      ],
      isGood: failures.length === 0 && control.failures.length > 0,
    };
  },
};

const migrations: Harness = {
  name: 'migrations',
  summary: 'kills upgrades of state.db from every earlier version: they go on, and nothing is another',
  run: async ({ kills }) => {
    const killsEach = Math.max(1, Math.ceil(kills / earlierSchemas.length));
    const result = await runMigrationKills({ schemas: earlierSchemas, killsEach });
    const control = await runMigrationKills({ schemas: [1], killsEach: 8, kind: 'naive' });
    return {
      lines: [
        ...result.failures.slice(0, mostLines),
        `${result.schemas} versions, ${result.kills} kills, ${result.failures.length} failures`,
        `without transactions: ${control.failures.length} of ${control.kills} kills are at fault`,
      ],
      isGood: result.failures.length === 0 && control.failures.length > 0,
    };
  },
};

/** Left alone for so long at the end: what calls by itself does so meanwhile. */
const restSeconds = 90;

const network: Harness = {
  name: 'network',
  summary: 'uses the product in a network with nothing but itself: all works, nobody is called',
  run: async () => {
    const { failures, outside, control, reads } = await runClosedNetwork(restSeconds);
    return {
      lines: [
        ...failures,
        `${reads} reads and every kind of change, ${failures.length} failures; called outside: ` +
          `${outside.join(', ') || 'nobody'}; a programme that calls ${control.join(', ')} is told of`,
      ],
      isGood: failures.length + outside.length === 0 && control.length > 0,
    };
  },
};

const journeys: Harness = {
  name: 'journeys',
  summary: 'runs every journey of the browser in a network with nothing but itself',
  run: async () => ({ lines: [], isGood: await runClosedJourneys() }),
};

const locked: Harness = {
  name: 'locked',
  summary: 'locks each database for 30 seconds: reads go on, changes wait or are refused in words',
  run: async () => {
    const { reads, slowestReadMs, changeStatuses, failures } = await runLockedDatabase(30_000);
    const control = await runLockedDatabase(4_000, [waitingRead]);
    return {
      lines: [
        ...failures.slice(0, mostLines),
        `${reads} reads, the slowest ${slowestReadMs} ms; changes answered ${changeStatuses.join(', ')}`,
        `a read that waits for the lock: ${control.failures.join(', ')}`,
      ],
      isGood: failures.length === 0 && control.failures.length > 0,
    };
  },
};

/** A scan may run when a storm begins, and one follows: more would be a storm of scans. */
const mostScans = 2;

const storms: Harness = {
  name: 'storms',
  summary: 'touches files 100,000 times: one scan follows, and all is found',
  run: async () => {
    const one = await runWatcherStorm(100_000, 100_000);
    const many = await runWatcherStorm(100_000, 5_000);
    const control = await runWatcherStorm(mostScans + 2, 1, { isCalm: true });
    const isGood = one.scans <= mostScans && one.failures.length + many.failures.length === 0;
    return {
      lines: [...one.failures, ...many.failures].concat(
        `${one.touches} touches at once: ${one.scans} scans; in twenty bursts: ${many.scans} scans`,
        `one touch at a time, each served before the next: ${control.scans} scans, which would be told of`,
      ),
      isGood: isGood && control.scans > mostScans,
    };
  },
};

const media: Harness = {
  name: 'media',
  summary: 'scans 12,000 spoiled files of every format: what is whole is found, nothing ends',
  run: async () => {
    const { files, problems, memoryGrowthMb, failures } = await runMutatedMedia(1_000);
    const control = await runMutatedMedia(1, { isWhole: false });
    return {
      lines: [
        ...failures.slice(0, mostLines),
        `${files} spoiled files, ${problems} of them in the report, memory +${Math.round(memoryGrowthMb)} MB`,
        `healthy files that are empty: ${control.failures.length} failures`,
      ],
      isGood: failures.length === 0 && control.failures.length > 0,
    };
  },
};

const clock: Harness = {
  name: 'clock',
  summary: 'moves the clock ten years on and back: nobody is signed out, nothing is read again',
  run: async () => {
    const { jumps, failures } = await runClockJumps();
    const control = await runClockJumps({ jumps: jumpsMs.slice(0, 1), passes: true });
    return {
      lines: [
        ...failures,
        `${jumps} jumps, ${failures.length} failures; where ten years really pass: ${control.failures.length}`,
      ],
      isGood: failures.length === 0 && control.failures.length > 0,
    };
  },
};

const soak: Harness = {
  name: 'soak',
  summary: 'uses a server for --minutes and draws a line through its memory and descriptors',
  run: async ({ minutes, percent }, say) => {
    const control = await runSoak({ minutes: 1, percent, leaks: true }, () => {});
    const result = await runSoak({ minutes, percent }, say);
    return {
      lines: [
        ...result.faults,
        `${result.rounds} rounds of calls in ${minutes} min, ${result.failures} failed, with ` +
          `${result.percent.toFixed(0)} % of a processor; memory ` +
          `${result.megabytesAnHour.toFixed(1)} ± ${result.uncertain.toFixed(1)} MB an hour, ` +
          `descriptors within ${result.descriptorSpread}`,
        `a server that leaks: ${control.faults.join(', ')}`,
      ],
      isGood: result.faults.length + result.failures === 0 && control.faults.length === 2,
    };
  },
};

const buckets: Harness = {
  name: 'buckets',
  summary: 'scans and plays 1,200 songs in a bucket: as from a folder, for few requests, away without loss',
  run: async () => {
    const { lines, isGood } = await runBucketSource({ songs: 1_200 });
    const control = await runBucketSource({ songs: 40, isSpoiled: true });
    // Of that alone: everything else of it is as it should be.
    const isTold = control.lines.filter((line) => line.startsWith('NO ')).length === 1;
    return {
      lines: [...lines, `${isTold ? 'yes' : 'NO '} (control) a store that answers other bytes is told of`],
      isGood: isGood && isTold,
    };
  },
};

const several: Harness = {
  name: 'several',
  summary:
    'three processes over one PostgreSQL, which are killed, stopped and left without it: nothing is lost, all agree',
  run: ({ kills, only }, say) =>
    runSeveral({ writes: 200, kills, stops: Math.ceil(kills / 5), plays: Math.ceil(kills / 2) }, say, {
      only: severalSteps(only),
    }),
};

const moves: Harness = {
  name: 'moves',
  summary: 'kills moves to PostgreSQL and back half way: nothing is lost or doubled, and run again they end',
  run: ({ kills }) => runMoves(Math.ceil(kills / 5)),
};

/** How many texts each reader of queries is asked for in a round. */
const textsEach = 1_000;

const queries: Harness = {
  name: 'queries',
  summary: 'asks for 1,000 texts a round in each query language: each is read or refused within 50 ms',
  run: async ({ rounds }) => {
    const results = await runHostileQueries(rounds * textsEach, Math.floor(Math.random() * 2 ** 31));
    return {
      lines: results.flatMap(({ reader, asked, refused, slowestRefusalMs, failures }) => [
        ...failures.slice(0, mostLines),
        `${reader}: ${asked} texts, ${refused} refused, the slowest in ${slowestRefusalMs.toFixed(1)} ms, ` +
          `${failures.length} failures`,
      ]),
      isGood: results.every(({ failures }) => failures.length === 0),
    };
  },
};

const restores: Harness = {
  name: 'restores',
  summary: 'loses the PostgreSQL of servers and gets it back: from a nightly backup, and from pg_dump',
  run: runRestores,
};

/** What holds the data folder, the music, the clock and the network against the product. */
export const moreHarnesses: readonly Harness[] = [
  power,
  faults,
  migrations,
  network,
  locked,
  storms,
  media,
  clock,
  buckets,
  several,
  moves,
  queries,
  restores,
  soak,
  journeys,
];
