import type { Harness } from '../harness.ts';
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

/** What clients do to others who want to listen. */
export const clientHarnesses: readonly Harness[] = [slowClients];
