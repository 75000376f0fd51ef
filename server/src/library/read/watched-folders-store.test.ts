import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { library, tempFolder } from '@tonearm/testkit';
import { expect, it } from 'vitest';
import { createTestScanner } from '../../features/scan/tests/test-scan.ts';
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

it('reads what is left of a source that lost most of its songs', async () => {
  await using folder = await tempFolder();
  const root = folder.join('music');
  await library().album('Many', 30, { folder: 'Many' }).album('Few', 5, { folder: 'Few' }).writeTo(root);
  await using test = createTestScanner(folder.join('data'));
  test.sources = [{ name: 'Music', realPath: root }];
  await test.scan();
  const libraryPath = join(folder.join('data'), 'library.db');
  const watched = () => [...readWatchedFolders(libraryPath)].map(({ virtualPath }) => virtualPath);
  const few = Number(test.directory('Music/Few')?.['id']);
  for (const name of ['Many', 'Few']) {
    rmSync(join(root, name), { recursive: true });
    mkdirSync(join(root, 'new'), { recursive: true });
    await test.scan();
    expect(test.scanner.sourceStates()).toMatchObject([{ state: 'away' }]);
    expect(watched()).toEqual(['Music', 'Music/Few', 'Music/Many', 'Music/new']);
    expect(readSomeWatchedFolders(libraryPath, new Set([few]))).toHaveLength(1);
  }
});
