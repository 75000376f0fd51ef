import { renameSync } from 'node:fs';
import { library, type TempFolder, tempFolder } from '@tonearm/testkit';
import { expect, it } from 'vitest';
import { createTestScanner, type TestScanner } from './test-scan.ts';

/** As many as nobody takes out of a folder by the way. */
const numbers = Array.from({ length: 27 }, (_, at) => at + 10);

const ours = () => {
  const songs = library();
  for (const number of numbers) songs.song(`Album/${number}.flac`, { pitchHz: 300 + 10 * number });
  return songs;
};

/** A disk that is unplugged while another one stands in its place, with a scan of that, and is there again. */
const meetAnother = async (folder: TempFolder, test: TestScanner): Promise<void> => {
  renameSync(folder.join('music'), folder.join('right'));
  renameSync(folder.join('foreign'), folder.join('music'));
  await test.scan();
  expect(test.scanner.sourceStates()).toMatchObject([{ state: 'away' }]);
  renameSync(folder.join('music'), folder.join('foreign'));
  renameSync(folder.join('right'), folder.join('music'));
  await test.scan();
  expect(test.scanner.sourceStates()).toMatchObject([{ state: 'available' }]);
};

it('finds a song again of which another disk in its place had a copy', async () => {
  await using folder = await tempFolder();
  await ours().writeTo(folder.join('music'));
  await library().song('Copies/copy.flac', { pitchHz: 410 }).writeTo(folder.join('foreign'));
  await using test = createTestScanner(folder.join('data'));
  test.sources = [{ name: 'Music', realPath: folder.join('music') }];
  await test.scan();
  await meetAnother(folder, test);
  expect(test.songs()).toEqual(numbers.map((number) => `Music/Album/${number}.flac`));
});

it('finds a song again that only a scan which was killed had seen before another disk came', async () => {
  await using folder = await tempFolder();
  await ours().writeTo(folder.join('music'));
  await library().song('Other/a.flac', { pitchHz: 900 }).writeTo(folder.join('foreign'));
  let isKilled = false;
  await using test = createTestScanner(folder.join('data'), {
    rowsPerBatch: 1,
    atCommit: () => {
      // As soon as the song is written, and before that scan has an end.
      const isWritten = test.song('Music/Album/9.flac') !== undefined;
      return isKilled && isWritten ? 'kill' : null;
    },
  });
  test.sources = [{ name: 'Music', realPath: folder.join('music') }];
  await test.scan();
  await library().song('Album/9.flac', { pitchHz: 330 }).writeTo(folder.join('music'));
  isKilled = true;
  await test.scan();
  expect(test.scanner.status().last_result).toBe('failed');
  isKilled = false;
  expect(test.songs()).toContain('Music/Album/9.flac');
  await meetAnother(folder, test);
  expect(test.songs()).toEqual([9, ...numbers].map((number) => `Music/Album/${number}.flac`));
});
