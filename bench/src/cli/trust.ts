// `npm run trust`: the long reliability harnesses; `--help` lists them.
import { runMutations } from '../mutations/mutations-command.ts';
import { harnesses } from '../trust/harnesses.ts';
import { readTrustCommand, type TrustCommand, trustHelp } from '../trust/trust-command.ts';

/** Has flags of its own and takes an hour: it runs only when it is asked for. */
const mutations = 'mutations';
if (process.argv[2] === mutations) process.exit((await runMutations(process.argv.slice(3))) ? 0 : 1);

const readOrEnd = (): TrustCommand => {
  try {
    return readTrustCommand(process.argv.slice(2), harnesses);
  } catch (error) {
    console.error(`${(error as Error).message.split(/\.? To specify|\.$/)[0]}. --help lists all flags.`);
    process.exit(2);
  }
};

const command = readOrEnd();
if (command.kind === 'help') {
  console.log(trustHelp(harnesses));
  process.exit(0);
}
let failed = 0;
for (const { name, run } of command.harnesses) {
  const say = (line: string): void => console.log(`${name}: ${line}`);
  const { lines, isGood } = await run(command.options, say);
  lines.forEach(say);
  if (!isGood) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);
