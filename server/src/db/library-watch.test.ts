import { rmSync } from 'node:fs';
import { tempFolder } from '@tonearm/testkit';
import { expect, it } from 'vitest';
import { openLibraryReader, openLibraryWriter } from './databases.ts';
import { createLibraryWatch } from './library-watch.ts';

it('says once that the library was made anew beside its reader, and nothing of one that is written to', async () => {
  await using folder = await tempFolder();
  const writer = openLibraryWriter(folder.path);
  const reader = openLibraryReader(folder.path);
  const lines: string[] = [];
  const check = createLibraryWatch({ dataFolder: folder.path, log: { error: (line) => lines.push(line) } });
  writer.raw.exec("INSERT INTO meta VALUES ('x', 'y')");
  writer.raw.pragma('wal_checkpoint(TRUNCATE)');
  check();
  expect(lines).toEqual([]);
  writer.close();
  for (const tail of ['', '-wal', '-shm']) rmSync(folder.join(`library.db${tail}`), { force: true });
  openLibraryWriter(folder.path).close();
  check();
  check();
  expect(lines).toEqual([expect.stringContaining('until it is started again')]);
  reader.close();
});
