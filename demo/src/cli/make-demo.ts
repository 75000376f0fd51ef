/*
 * Makes the demo collection: node demo/src/cli/make-demo.ts FOLDER
 */
import { makeDemoCollection } from '../index.ts';

const [folder] = process.argv.slice(2);
if (!folder) {
  process.stderr.write('give one folder: make-demo.ts FOLDER\n');
  process.exitCode = 2;
} else {
  const { isNew, files } = await makeDemoCollection(folder, {
    onProgress: ({ done, total }) => process.stderr.write(`\r${done} of ${total} songs`),
  });
  process.stderr.write(isNew ? `\r${files.length} files made\n` : 'It is there already.\n');
}
