import type { Harness } from './harness.ts';
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

/** Every harness, in the order in which they run. */
export const harnesses: readonly Harness[] = [scrobbles];
