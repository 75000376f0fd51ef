import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createAccountServer, temporaryFolder } from '../../../test/account-server.ts';

it.each([
  ['deleted', (file: string) => rmSync(file)],
  ['emptied', (file: string) => writeFileSync(file, '')],
])('refuses to start with a database that was %s, and says how to recover', async (_, damage) => {
  const folder = temporaryFolder();
  {
    await using server = await createAccountServer({ dataFolder: folder.path });
    await server.createUser('anna');
  }
  for (const tail of ['-wal', '-shm']) rmSync(join(folder.path, `state.db${tail}`), { force: true });
  damage(join(folder.path, 'state.db'));
  await expect(createAccountServer({ dataFolder: folder.path })).rejects.toThrow(
    /Put back a copy of state\.db/,
  );
  folder.remove();
});
