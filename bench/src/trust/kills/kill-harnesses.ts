import type { Harness } from '../harness.ts';
import { runBackupsUnderLoad } from './backups-under-load.ts';
import { runServerKills } from './server-kills.ts';
import { runTwoServers } from './two-servers.ts';

/** As many lines of it as anybody reads. */
const mostLines = 20;
/** Ready again after a kill, in milliseconds. */
const longestReadyMs = 1_500;
/** Who saves waits for a backup no longer than this at p99, in milliseconds. */
const longestStallMs = 50;

const kills: Harness = {
  name: 'kills',
  summary: 'kills the server while it scans and is written to: nothing is lost, little is read again',
  run: async ({ kills: count }) => {
    const result = await runServerKills({ kills: count });
    return {
      lines: [
        ...result.failures.slice(0, mostLines),
        `${result.kills} kills, ${result.inScans} of them within a scan, ${result.acknowledged} changes ` +
          `acknowledged, ${result.failures.length} failures; at most ${result.mostRedone} files read again; ` +
          `ready again at p95 after ${Math.round(result.readyP95Ms)} ms`,
        `were what was sent taken for acknowledged: ${result.sentAndLost} lost`,
      ],
      isGood: result.failures.length === 0 && result.readyP95Ms <= longestReadyMs && result.sentAndLost > 0,
    };
  },
};

const races: Harness = {
  name: 'races',
  summary: 'starts two servers over one data folder, --kills times: one runs, the other says why not',
  run: async ({ kills: count }) => {
    const result = await runTwoServers({ races: count });
    const control = await runTwoServers({ races: 5, isUnlocked: true });
    return {
      lines: [
        ...[...result.failures, ...control.failures].slice(0, mostLines),
        `${result.races} races, ${result.doubled} with two writers, ${result.failures.length} failures`,
        `with the lock deleted under one that sleeps: ${control.doubled} of ${control.races}; awake, each ended ` +
          `by itself within ${Math.round(control.gaveWayMs)} ms`,
      ],
      isGood: result.failures.length + result.doubled + control.failures.length === 0 && control.doubled > 0,
    };
  },
};

const backups: Harness = {
  name: 'backups',
  summary: 'makes 50 backups while people save: each is sound and whole, and nobody waits for them',
  run: async () => {
    const result = await runBackupsUnderLoad({ backups: 50 });
    const round = (milliseconds: number): string => `${milliseconds.toFixed(0)} ms`;
    return {
      lines: [
        ...result.failures.slice(0, mostLines),
        `${result.backups} backups of ${result.megabytes.toFixed(0)} MB, ${result.failures.length} failures; ` +
          `${result.changes} changes meanwhile, p99 ${round(result.p99Ms)} (${round(result.quietP99Ms)} before)`,
        `the first of them lacks ${result.oldOneLacks} changes in the end; with another program that holds ` +
          `the database p99 is ${round(result.heldP99Ms)}`,
      ],
      isGood:
        result.failures.length === 0 &&
        result.p99Ms <= longestStallMs &&
        result.oldOneLacks > 0 &&
        result.heldP99Ms > longestStallMs,
    };
  },
};

/** What happens to what people made when servers end, meet and copy it. */
export const killHarnesses: readonly Harness[] = [kills, races, backups];
