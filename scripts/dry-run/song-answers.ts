/*
 * Scans a folder with the sources below a root and prints what comes of it, as JSON: the songs of the API before
 * and after, how many files were read, and what the schema and the web client know of a song.
 * Called by tag.test.ts with the root, the data folder and the music folder.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [root = '', dataFolder = '', musicFolder = ''] = process.argv.slice(2);
const load = <Module>(path: string): Promise<Module> =>
  import(pathToFileURL(join(root, path)).href) as Promise<Module>;

const { createTestScanner } = await load<typeof import('../../server/src/features/scan/tests/test-scan.ts')>(
  'server/src/features/scan/tests/test-scan.ts',
);
const { createTestApp, signedIn } = await load<
  typeof import('../../server/src/features/collection/test-app.ts')
>('server/src/features/collection/test-app.ts');
const { createCollectionRoutes } = await load<
  typeof import('../../server/src/features/collection/collection-routes.ts')
>('server/src/features/collection/collection-routes.ts');
const { createEmbeddedReading } = await load<
  typeof import('../../server/src/library/read/embedded-reading.ts')
>('server/src/library/read/embedded-reading.ts');
const { song } = await load<typeof import('../../contract/src/shapes.ts')>('contract/src/shapes.ts');
const { songFieldsModule } =
  await load<typeof import('../../web/song-fields-module.ts')>('web/song-fields-module.ts');

const test = createTestScanner(dataFolder);
test.sources = [{ name: 'Music', realPath: musicFolder }];
const { lists } = createEmbeddedReading({ raw: test.library });
const app = await createTestApp(createCollectionRoutes(lists));
const songs = async (): Promise<unknown> => {
  const answer = await app.inject({ url: '/api/browse/Music', headers: signedIn });
  return answer.statusCode === 200 ? answer.json() : [];
};
const before = await songs();
await test.scan();
const after = await songs();
const filesRead = test.scanner.status().files_read;
await test[Symbol.asyncDispose]();
await app.close();
process.stdout.write(
  JSON.stringify({ before, after, filesRead, schema: Object.keys(song.shape), web: songFieldsModule() }),
);
