/*
 * The long reliability harnesses; `npm test` runs each of them in a short mode.
 *
 *   npm run trust -- [--kills 100]
 */
import { parseArgs } from 'node:util';
import { runScrobbleKills } from '../trust/scrobble-kill.ts';

const { values } = parseArgs({ options: { kills: { type: 'string', default: '100' } } });

const result = await runScrobbleKills(Number(values.kills));
console.log(
  `scrobbles: ${result.kills} kills, ${result.acknowledged} acknowledged, ${result.lost.length} lost, ` +
    `${result.doubled.length} doubled, ${result.recognised} sent again and recognised by the service`,
);
process.exit(result.lost.length + result.doubled.length === 0 ? 0 : 1);
