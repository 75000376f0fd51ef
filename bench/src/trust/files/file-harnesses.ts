import type { Harness } from '../harness.ts';
import { runAwkwardNames } from './awkward-names.ts';
import { type LargeFoldersResult, runLargeFolders } from './large-folders.ts';
import { runLongStorm, runStrings } from './long-forms.ts';
import { endsInOtherEngine, runSlowPatterns, slowPatterns } from './slow-patterns.ts';
import { runCarelessReads, runSwappedLinks } from './swapped-links.ts';
import { runTornRows } from './torn-rows.ts';

/** As many lines of it as anybody reads. */
const mostLines = 20;

const links: Harness = {
  name: 'links',
  summary: 'swaps links in a served folder 10,000 times under streams: no byte from outside is sent',
  run: async () => {
    const result = await runSwappedLinks(10_000);
    const control = await runCarelessReads(10_000);
    return {
      lines: [
        ...result.leaks,
        `${result.swaps} swaps, ${result.sent} answers with bytes, ${result.refused} refusals, ` +
          `${result.leaks.length} with bytes from outside`,
        `who looks first and opens then has read ${control} times from outside`,
      ],
      isGood: result.leaks.length === 0 && result.sent > 0 && control > 0,
    };
  },
};

const names: Harness = {
  name: 'names',
  summary: 'takes 2,000 songs of awkward names through scans, lists, search, play, pictures and a playlist',
  run: async () => {
    const result = await runAwkwardNames(2_000);
    return {
      lines: [
        ...result.failures.slice(0, mostLines),
        `${result.names} names, ${result.odd} of them no UTF-8, ${result.failures.length} failures, ` +
          `${result.readAgain} files read again by a second scan`,
        `taken for text they would be ${result.distinctAsText}; one file that is touched: ` +
          `${result.readAfterTouch} read again`,
      ],
      isGood:
        result.failures.length + result.readAgain === 0 &&
        result.distinctAsText < result.names &&
        result.readAfterTouch === 1,
    };
  },
};

const torn: Harness = {
  name: 'torn',
  summary:
    'writes files while they are scanned 1,000 times and streamed: no row and no song is of two editions',
  run: async (_, say) => {
    const result = await runTornRows({ scans: 1_000 }, say);
    const control = await runTornRows({ scans: 2, isTorn: true }, () => {});
    return {
      lines: [
        ...result.failures.slice(0, mostLines),
        `${result.scans} scans, ${result.writes} writes, ${result.streams} streams (${result.begunAnew} begun ` +
          `anew for another edition), ${result.rowsSeen} rows, ${result.failures.length} failures`,
        `files that say two things themselves: ${control.failures.length} failures`,
      ],
      isGood: result.failures.length === 0 && control.failures.length > 0,
    };
  },
};

const foldersLine = ({ wide, deep, scanSeconds, growthMb }: LargeFoldersResult): string =>
  `a folder of ${wide.entries}, scanned in ${scanSeconds.toFixed(0)} s: first byte p95 ` +
  `${wide.firstByteP95Ms.toFixed(0)} ms, all of it ${wide.wholeP95Ms.toFixed(0)} ms, stood still for ` +
  `${wide.blockMs.toFixed(0)} ms, memory +${growthMb.toFixed(0)} MB; every folder of a depth: first byte p95 ` +
  `${deep.firstByteP95Ms.toFixed(0)} ms, stood still for ${deep.blockMs.toFixed(0)} ms`;

const folders: Harness = {
  name: 'folders',
  summary: 'lists a folder of 200,000 songs and every folder of 500 in one another: nobody waits meanwhile',
  run: async () => {
    const result = await runLargeFolders({ songs: 200_000, depth: 500 });
    const control = await runLargeFolders({ songs: 50, depth: 5 }, true);
    return {
      lines: [
        ...result.faults,
        foldersLine(result),
        `a server that stands still now and then: ${control.faults.join(', ')}`,
      ],
      isGood: result.faults.length === 0 && control.faults.length > 0,
    };
  },
};

const patterns: Harness = {
  name: 'patterns',
  summary: 'saves 200 patterns that are the end of other engines, and looks at 10,000 long names with each',
  run: async () => {
    const result = await runSlowPatterns({ patterns: slowPatterns, names: 10_000 });
    const endsElsewhere = await endsInOtherEngine();
    return {
      lines: [
        ...result.faults.slice(0, mostLines),
        `${result.patterns} patterns, ${result.refused} refused; the slowest was saved in ` +
          `${result.slowestSaveMs.toFixed(0)} ms, and ${result.slowest} looked at 10,000 names in ` +
          `${result.slowestScanMs.toFixed(0)} ms`,
        `the engine of the language ${endsElsewhere ? 'ends with' : 'does not end within three seconds with'} one name`,
      ],
      isGood: result.faults.length === 0 && !endsElsewhere,
    };
  },
};

const strings: Harness = {
  name: 'strings',
  summary: 'sends 5,000 strings in every text parameter and compares with a plain model',
  run: async () => {
    const result = await runStrings({ strings: 5_000 });
    const control = await runStrings({ strings: 250, isCareless: true });
    return {
      lines: [
        ...result.failed,
        `5,000 strings in each of ${result.passed + result.failed.length} kinds: ${result.failed.length} failed`,
        `a model that keeps what is no Unicode: ${control.failed.length} failed`,
      ],
      isGood: result.failed.length === 0 && result.passed > 0 && control.failed.length > 0,
    };
  },
};

const storm: Harness = {
  name: 'storm',
  summary: 'lets --rounds storms of 500 deeds loose on a collection: all is where it belongs',
  run: async ({ rounds }, say) => {
    let isGood = true;
    for (let round = 0; round < rounds; round += 1) {
      const seed = Math.floor(Math.random() * 2 ** 31);
      const { passed, failed } = await runLongStorm({ deeds: 500, seed });
      isGood &&= failed.length === 0 && passed > 0;
      failed.forEach(say);
      say(`a storm of 500 deeds, PROPERTY_SEED=${seed}: ${failed.length === 0 ? 'held' : 'failed'}`);
    }
    const control = await runLongStorm({ deeds: 20, seed: 1, isCareless: true });
    return {
      lines: [`a song that no scan has seen: ${control.failed.length} failed`],
      isGood: isGood && control.failed.length > 0,
    };
  },
};

/** What happens to files, and what they and their names are. */
export const fileHarnesses: readonly Harness[] = [links, names, torn, folders, patterns, strings, storm];
