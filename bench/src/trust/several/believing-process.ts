/*
 * The product with a clock by which no time passes: what it was told once it believes for ever. Who looks for somebody
 * who is still let in has to find it here.
 */
import { readConfig } from '../../../../server/src/config.ts';
import { systemClock } from '../../../../server/src/platform/clock.ts';
import { silentLog } from '../../../../server/src/platform/log.ts';
import { start } from '../../../../server/src/start.ts';

const config = readConfig({
  argv: process.argv.slice(2),
  environment: process.env,
  workingFolder: process.cwd(),
});
const { address } = await start(config, {
  log: silentLog,
  clock: { ...systemClock, monotonicMs: () => 0 },
});
process.stdout.write(`Tonearm is ready: ${address}\n`);
