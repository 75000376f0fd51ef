/*
 * Starts the server in each of some data folders, one after the other, and prints what became of it: one line of
 * JSON each. A process of its own, because it may be another user's.
 */
import { readConfig } from '../src/config.ts';
import { createLog } from '../src/platform/log.ts';
import { start } from '../src/start.ts';

const startIn = async (dataFolder: string): Promise<string> => {
  try {
    const argv = ['--host', '127.0.0.1', '--port', '0', '--data', dataFolder];
    const config = readConfig({ argv, environment: {}, workingFolder: '/' });
    const log = createLog({ level: 'warn', write: () => {} });
    const server = await start(config, { log, passwordCost: { memoryKib: 64, passes: 1 } });
    await server.close();
    return 'started';
  } catch (error) {
    const { name, message } = error as Error;
    return `${name}: ${message}`;
  }
};

for (const dataFolder of process.argv.slice(2)) {
  const said = await startIn(dataFolder);
  process.stdout.write(`${JSON.stringify({ dataFolder, said })}\n`);
}
