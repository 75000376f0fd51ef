import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';
import { silentLog } from '../src/platform/log.ts';
import { type RunningServer, start } from '../src/start.ts';
import { temporaryFolder } from './account-server.ts';
import { createNetworkCaller } from './whole-server.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const startHere = (): Promise<RunningServer> => {
  const argv = ['--host', '127.0.0.1', '--port', '0', '--data', folder.path];
  const config = readConfig({ argv, environment: {}, workingFolder: folder.path });
  return start(config, { log: silentLog, passwordCost: { memoryKib: 64, passes: 1 } });
};

const setUpHere = async (): Promise<void> => {
  await using server = await startHere();
  const body = { name: 'root', password: 'x', admin: true };
  await createNetworkCaller(server.address)('POST api/user', { body });
};

const removeDatabase = (): void => {
  for (const tail of ['', '-wal', '-shm']) rmSync(join(folder.path, `state.db${tail}`), { force: true });
};

describe('setup', () => {
  it('is won by exactly one of 50 who come at once', async () => {
    await using server = await startHere();
    const call = createNetworkCaller(server.address);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        call('POST api/user', { body: { name: `user${at}`, password: 'x', admin: true } }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([
      200,
      ...Array(49).fill(401),
    ]);
    const winner = answers.findIndex((answer) => answer.status === 200);
    const signedIn = await call('POST api/auth', { body: { username: `user${winner}`, password: 'x' } });
    const { token } = JSON.parse(signedIn.text) as { token: string };
    expect(JSON.parse((await call('GET api/users', { token })).text)).toEqual([
      { name: `user${winner}`, is_admin: true },
    ]);
  });

  it('prints its code only while it is open', async () => {
    {
      await using server = await startHere();
      expect(server.setupCode).toMatch(/^\w{4}-\w{4}-\w{4}$/);
    }
    await setUpHere();
    await using server = await startHere();
    expect(server.setupCode).toBeNull();
  });

  it.each([
    ['was deleted', () => {}],
    ['is empty', () => writeFileSync(join(folder.path, 'state.db'), '')],
    ['is garbage', () => writeFileSync(join(folder.path, 'state.db'), 'garbage'.repeat(1000))],
  ])('does not begin anew when the database %s', async (_what, damage) => {
    await setUpHere();
    removeDatabase();
    damage();
    await expect(startHere()).rejects.toThrow(/Put back a copy/);
  });

  it('begins anew when that is said, by removing the marker too', async () => {
    await setUpHere();
    removeDatabase();
    rmSync(join(folder.path, 'setup-closed'));
    await using server = await startHere();
    expect((await createNetworkCaller(server.address)('GET api/initial_setup')).text).toBe(
      '{"has_any_users":false}',
    );
  });

  it('survives the loss of everything that a scan can make again', async () => {
    await setUpHere();
    for (const tail of ['', '-wal', '-shm']) rmSync(join(folder.path, `library.db${tail}`), { force: true });
    writeFileSync(join(folder.path, 'library.db'), 'garbage'.repeat(1000));
    mkdirSync(join(folder.path, 'cache'), { recursive: true });
    await using server = await startHere();
    expect((await createNetworkCaller(server.address)('GET api/initial_setup')).text).toBe(
      '{"has_any_users":true}',
    );
  });
});
