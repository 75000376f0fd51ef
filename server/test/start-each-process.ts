/*
 * Starts the server in each of some data folders, one after the other, and prints what became of it: one line of
 * JSON each. A process of its own, because it may be another user's.
 */
import { join } from 'node:path';
import { readConfig } from '../src/config.ts';
import { openAnalysisStore } from '../src/features/analysis/analysis-store.ts';
import { openThumbnailCacheStore } from '../src/features/artwork/thumbnail-cache-store.ts';
import { createLog } from '../src/platform/log.ts';
import { start } from '../src/start.ts';

const log = createLog({ level: 'warn', write: () => {} });

/** The server opens these when somebody first asks for what is in them: they are asked here. */
const askWhatIsOpenedLate = (dataFolder: string): void => {
  const thumbnails = openThumbnailCacheStore(join(dataFolder, 'artwork'));
  thumbnails.saveColor('digest', '#112233');
  const color = thumbnails.findColor('digest');
  if (color !== '#112233') throw new Error(`the color became ${color}`);
  thumbnails.close();
  const measured = openAnalysisStore({
    folder: join(dataFolder, 'analysis'),
    waveformLimitBytes: 1_000_000,
    nowSeconds: () => 0,
    log,
  });
  measured.saveFailure({ song: 'song', stamp: '1' }, 'undecodable');
  const { failed } = measured.counts();
  if (failed !== 1) throw new Error(`${failed} songs could not be measured`);
  measured.close();
};

const startIn = async (dataFolder: string): Promise<string> => {
  try {
    const argv = ['--host', '127.0.0.1', '--port', '0', '--data', dataFolder];
    const config = readConfig({ argv, environment: {}, workingFolder: '/' });
    const server = await start(config, { log, passwordCost: { memoryKib: 64, passes: 1 } });
    askWhatIsOpenedLate(dataFolder);
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
