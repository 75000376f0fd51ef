import { type ParseArgsConfig, parseArgs } from 'node:util';

/** The first sentence of what was wrong with a command line, and what helps. */
const complaintOf = (error: unknown): string =>
  `${(error as Error).message.split(/\.? To specify/)[0]}. --help lists all flags.\n`;

/**
 * Reads the command line of a tool. `--help` is answered and ends it with 0, a flag that there is not ends it with 2 and
 * a sentence.
 * @param help what the tool does and takes
 * @param config as of `parseArgs`, without `--help`; its `args` are those of this process unless it has some
 */
export const readFlags = <const Config extends ParseArgsConfig>(
  help: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> => {
  const words = config.args ?? process.argv.slice(2);
  if (words.includes('--help') || words.includes('-h')) {
    process.stdout.write(`${help.trim()}\n`);
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    process.stderr.write(complaintOf(error));
    process.exit(2);
  }
};
