import { expect, it } from 'vitest';
import { createDiskWatch } from './disk-watch.ts';
import { createFolderReading } from './folder-reading.ts';

it('has the system look into folders ahead of readers for as long as these wait for what they read', async () => {
  const looks: string[] = [];
  const waits = [false, true, true, false, false];
  let asked = 0;
  const run = async () => {
    asked += 1;
    const disk = { share: 0, msPerFile: 0 };
    return { bytes: new Uint8Array(), songs: 0, disk, isCold: waits[asked - 1] ?? false };
  };
  const ahead = { fetch: async () => {}, lookInto: (folders: readonly string[]) => looks.push(...folders) };
  const read = createFolderReading({ pool: { run }, disk: createDiskWatch(), ahead, isClosed: () => false });
  for (const name of ['a', 'b', 'c', 'd', 'e']) await read([`/music/${name}`, `/other/${name}`]);
  expect(looks).toEqual(['/music/c', '/other/c', '/music/d', '/other/d']);
});
