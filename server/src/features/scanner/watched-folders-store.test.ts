import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { library, tempFolder } from '@tonearm/testkit';
import { expect, it } from 'vitest';
import { createTestScanner } from './test-scan.ts';
import { readSomeWatchedFolders, readWatchedFolders } from './watched-folders-store.ts';

it('reads the real path of every folder, whatever bytes are in it, and none of a source that is away', async () => {
  await using folder = await tempFolder();
  const bytes = Buffer.concat([Buffer.from(folder.join('music/caf')), Buffer.from([0xe9])]);
  mkdirSync(bytes, { recursive: true });
  mkdirSync(Buffer.concat([bytes, Buffer.from('/inner/deep')]), { recursive: true });
  await library().song('Cello/one.mp3', {}).writeTo(folder.join('music'));
  await library().song('two.mp3', {}).writeTo(folder.join('gone'));
  await using test = createTestScanner(folder.join('data'));
  test.sources = [
    { name: 'Music', realPath: folder.join('music') },
    { name: 'Gone', realPath: folder.join('gone') },
  ];
  await test.scan();
  rmSync(folder.join('gone'), { recursive: true });
  await test.scan();
  const read = [...readWatchedFolders(join(folder.join('data'), 'library.db'))];
  const some = (id: number) => readSomeWatchedFolders(join(folder.join('data'), 'library.db'), new Set([id]));
  const realPaths = read.map(({ realPath }) => Buffer.from(realPath as string));
  const inner = Buffer.concat([bytes, Buffer.from('/inner')]);
  expect(realPaths).toEqual([
    Buffer.from(folder.join('music')),
    bytes,
    inner,
    Buffer.concat([inner, Buffer.from('/deep')]),
    Buffer.from(folder.join('music/Cello')),
  ]);
  expect(read.at(-1)?.virtualPath).toBe('Music/Cello');
  for (const wanted of read) expect(some(wanted.id)).toEqual([wanted]);
  expect(some(Number(test.directory('Gone')?.['id']))).toEqual([]);
  expect(some(12_345)).toEqual([]);
});
