import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { library } from '@tonearm/testkit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { temporaryFolder } from './account-server.ts';
import { addApp, createApp, type TestApp } from './subsonic-app.ts';
import { patience, scanMusic, scanToEnd } from './subsonic-scanned.ts';
import { startWholeServer, type WholeServer } from './whole-server.ts';

/*
 * Apps ask `getIndexes` whether anything changed since they asked last. What they are told may never go back, or they
 * would miss what comes after; nor change without cause, or they would fetch everything anew after each restart.
 */

interface Indexes {
  readonly lastModified: number;
  readonly index?: readonly { readonly artist: readonly { readonly name: string }[] }[];
}

let folder: ReturnType<typeof temporaryFolder>;
let server: WholeServer;
let app: TestApp;
let music: string;

const put = (name: string): Promise<unknown> =>
  library().album(name, 2, { artist: name, folder: name }).writeTo(music);

const start = async (): Promise<void> => {
  server = await startWholeServer({ folder });
};

const ask = (wanted: { ifModifiedSince?: number } = {}): Promise<Indexes> =>
  app.get<Indexes>('getIndexes', wanted, 'indexes');

const namesSince = async (ifModifiedSince: number): Promise<string[] | null> => {
  const { index } = await ask({ ifModifiedSince });
  return index?.flatMap(({ artist }) => artist.map(({ name }) => name)) ?? null;
};

const restart = async (whileAway: () => unknown = () => undefined): Promise<void> => {
  await server[Symbol.asyncDispose]();
  await whileAway();
  await start();
  app = createApp(server.address, await addApp(server, 'root', { mayAdminister: true }));
};

beforeEach(async () => {
  folder = temporaryFolder();
  music = join(folder.path, 'music');
  await put('Anna');
  await start();
  await server.createUser('root');
  await scanMusic(server, 2);
  app = createApp(server.address, await addApp(server, 'root', { mayAdminister: true }));
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  folder.remove();
});

it('says that nothing changed over restarts and scans that find nothing, however often', async () => {
  const { lastModified } = await ask();
  expect(Math.abs(Date.now() - lastModified)).toBeLessThan(600_000);
  for (let time = 0; time < 3; time += 1) {
    expect([time, await namesSince(lastModified)]).toEqual([time, null]);
    await scanToEnd(app);
    await restart();
    expect([time, await ask({ ifModifiedSince: lastModified })]).toMatchObject([time, { lastModified }]);
    await scanToEnd(app);
  }
});

it('says later what changed while the server was away, and never an earlier time', async () => {
  const told = [(await ask()).lastModified];
  const latest = (): number => told.at(-1) ?? 0;
  for (const name of ['Bo', 'Cy']) {
    await restart(() => put(name));
    await scanToEnd(app);
    await vi.waitFor(async () => expect(await namesSince(latest())).toContain(name), patience);
    told.push((await ask()).lastModified);
  }
  expect(told).toEqual(told.toSorted((one, other) => one - other));
  expect(new Set(told).size).toBe(told.length);
});

it('tells nobody to forget what they have while library.db is made anew, and then all of it', async () => {
  const { lastModified } = await ask();
  await restart(() => {
    for (const suffix of ['', '-wal', '-shm'])
      rmSync(join(folder.path, 'data', `library.db${suffix}`), { force: true });
  });
  const told: (readonly string[] | null)[] = [];
  await vi.waitFor(
    async () => {
      told.push(await namesSince(lastModified));
      expect(told.at(-1)).not.toBeNull();
    },
    { ...patience, interval: 5 },
  );
  expect(told.filter((names) => names !== null)).toEqual([['Anna']]);
  expect((await ask()).lastModified).toBeGreaterThan(lastModified);
});

it('says that something changed where names stand under other letters', async () => {
  const { lastModified } = await ask();
  const token = server.mint('root');
  const { rules } = JSON.parse((await server.call('GET api/music/rules', { token })).text) as {
    rules: object;
  };
  await server.call('PUT api/music/rules', { token, body: { ...rules, articles: 'An' } });
  await vi.waitFor(async () => expect(await namesSince(lastModified)).toEqual(['Anna']), patience);
});
