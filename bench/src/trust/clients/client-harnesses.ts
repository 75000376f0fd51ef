import type { Harness } from '../harness.ts';
import { leastShare, runBesideNginx } from './beside-nginx.ts';
import { judgeSearchAbuse, runCarelessSearch, runSearchAbuse } from './search-abuse.ts';
import { runSlowClients, type SlowClientsResult } from './slow-clients.ts';

const slowLine = (result: SlowClientsResult): string =>
  `${result.stalled} who do not read (${result.stillStalled} to the end), ${result.tricklers} who hardly write ` +
  `(the last gone after ${result.lastTricklerSeconds.toFixed(1)} s): others p95 ` +
  `${result.firstByteP95Ms.toFixed(1)} ms (${result.quietP95Ms.toFixed(1)} before, ` +
  `${result.arrivingP95Ms.toFixed(1)} in the ${result.arrivingSeconds.toFixed(1)} s in which all of them came at once), ` +
  `${result.kilobytesEach.toFixed(1)} kB and ${result.descriptorsEach.toFixed(2)} descriptors each`;

const slowClients: Harness = {
  name: 'slow',
  summary: 'lets 2,000 people who do not read and 500 who hardly write loose: others do not wait',
  run: async () => {
    const result = await runSlowClients({ stalled: 2_000, tricklers: 500 });
    const control = await runSlowClients({ stalled: 20, tricklers: 20 }, true);
    return {
      lines: [
        ...result.faults,
        slowLine(result),
        `a server that reads whole files and waits for ever: ${control.faults.join(', ')}`,
      ],
      isGood: result.faults.length === 0 && control.faults.length >= 2,
    };
  },
};

const searchedSongs = 20_000;

const search: Harness = {
  name: 'search',
  summary: 'searches for what no search should be asked for: answered or refused at once, others do not wait',
  run: async (_, say) => {
    const result = await runSearchAbuse(searchedSongs);
    const faults = judgeSearchAbuse(result);
    for (const { name, statuses, pageP95Ms, firstByteP95Ms, wholeP95Ms, megabytes } of result.abuses)
      say(
        `${name}: ${statuses.join(', ')}, a page p95 ${pageP95Ms.toFixed(1)} ms; all of it, ${megabytes.toFixed(1)} MB, ` +
          `first byte p95 ${firstByteP95Ms.toFixed(1)} ms, last ${wholeP95Ms.toFixed(1)} ms`,
      );
    const control = judgeSearchAbuse(await runCarelessSearch());
    return {
      lines: [
        ...faults,
        `${searchedSongs} songs, ${result.abuses.length} kinds of queries, the slowest page p95 ` +
          `${Math.max(...result.abuses.map(({ pageP95Ms }) => pageP95Ms)).toFixed(1)} ms; others p95 ` +
          `${result.othersP95Ms.toFixed(1)} ms (${result.quietP95Ms.toFixed(1)} before)`,
        `a search that looks at everything at once: ${control.join(', ')}`,
      ],
      isGood: faults.length === 0 && control.length > 0,
    };
  },
};

const percent = (share: number): string => `${Math.round(share * 100)} %`;

const nginx: Harness = {
  name: 'nginx',
  summary:
    'downloads a song of 32 MB from here and from nginx without sendfile, --rounds times eight in a row, in turns',
  run: async ({ rounds }) => {
    const result = await runBesideNginx(rounds);
    if (result === null)
      return { lines: ['NOT RUN: there is no nginx here (TONEARM_NGINX may say where)'], isGood: false };
    const { product, nginx: its, piecemeal, share, controlShare } = result;
    return {
      lines: [
        ...[product, its, piecemeal].map(
          ({ name, megabytesPerSecond, processorMsPerGigabyte }) =>
            `${name}: ${megabytesPerSecond.map((rate) => Math.round(rate)).join(', ')} MB/s, ` +
            `${Math.round(processorMsPerGigabyte)} ms of a processor for each GB`,
        ),
        `${percent(share)} of what nginx sends (${percent(leastShare)} asked for)`,
        `a server that sends four kilobytes at a time: ${percent(controlShare)}`,
      ],
      isGood: share >= leastShare && controlShare < leastShare,
    };
  },
};

/** What clients do to others who want to listen, and what one of them gets. */
export const clientHarnesses: readonly Harness[] = [slowClients, search, nginx];
