import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startProduct } from '@tonearm/testkit';
import { eventually, sleep } from '../trust-product.ts';
import { beginActing, judgeActs, scanAgain } from './falling.ts';
import { account, allHave, createBalancer, type Group, type Life, names, songsOf } from './group.ts';
import type { Scene } from './scene.ts';

/** Looks after which processes a balancer sends to, as balancers do. @returns ends that */
const watchReadiness = (group: Group): (() => void) => {
  let isOver = false;
  const look = async (life: Life): Promise<void> => {
    const isReady = await group
      .client(life)
      .send('ready')
      .then(({ status }) => status === 200)
      .catch(() => false);
    if (life.endedAtMs === null) life.isReady = isReady;
  };
  void (async () => {
    while (!isOver) {
      await Promise.all(group.up().map(look));
      await sleep(100);
    }
  })();
  return () => {
    isOver = true;
  };
};

const reads = ['flatten', 'browse', 'recent', 'search/picnic', 'playlists', 'preferences'] as const;

/** Somebody who reads all the time. */
const beginReading = ({ group, token }: Scene) => {
  let isOver = false;
  const failed: string[] = [];
  let count = 0;
  const balancer = createBalancer(group, token);
  const running = (async () => {
    while (!isOver) {
      const path = reads[count % reads.length] as string;
      count += 1;
      const status = await balancer.send(path).then(
        (answer) => answer.status,
        (error: unknown) => String(error),
      );
      if (status !== 200) failed.push(`${path}: ${status}`);
    }
  })();
  return {
    end: async () => {
      isOver = true;
      await running;
      return { count, failed };
    },
  };
};

/** One process after the other is stopped and started while people read and change: nobody notices. */
export const rollOver = async (scene: Scene): Promise<void> => {
  const { group, findings } = scene;
  const endWatch = watchReadiness(group);
  const acting = beginActing(scene, 'r');
  const reading = beginReading(scene);
  for (const name of names) {
    await sleep(500);
    // The balancer learns of it by itself.
    const life = group.of(name);
    await life.product.stop();
    life.isReady = false;
    life.endedAtMs = Date.now();
    await group.launch(name);
  }
  const { count, failed } = await reading.end();
  const acts = await acting.end();
  endWatch();
  const { acknowledged, lost } = await judgeActs(group, acts);
  findings.hold(
    `three restarts one after the other: ${count} reads, none failed`,
    failed.length === 0,
    `${failed.length}: ${failed.slice(0, 3).join('; ')}`,
  );
  const refused = acts.filter(({ ackedAtMs }) => ackedAtMs === null);
  findings.hold(
    `and ${acknowledged} changes, none failed or lost`,
    refused.length + lost.length === 0,
    `${refused.length} refused (${[...new Set(refused.map(({ status }) => status))].join(', ')}), ${lost.length} lost`,
  );
  for (const life of group.up()) life.isReady = true;
};

/** One without a library is elected: it has what was published, and reads no file again. */
export const leadWithoutLibrary = async (scene: Scene): Promise<void> => {
  const { group, findings, token } = scene;
  const before = await songsOf(group, await group.leader(), token);
  for (const { name } of group.up()) await group.stop(name);
  const folder = join(group.folder, 'three');
  for (const file of readdirSync(folder)) if (file.startsWith('library.db')) rmSync(join(folder, file));
  const life = await group.launch('three');
  await allHave(group, token, before.length);
  findings.hold(
    'one that is elected without a library has every song in the same order',
    (await songsOf(group, life, token)).join('\n') === before.join('\n'),
  );
  const again = await scanAgain(scene);
  findings.hold('and reads none of them again', again === 0, `${again} files`);
  for (const name of ['one', 'two']) await group.launch(name);
  await allHave(group, token, before.length);
};

/** What it prints once it is ready. */
const codeOf = async ({ product }: Life): Promise<string> => {
  const said = (): string | undefined => product.lines.find((line) => line.includes('needs this code'));
  await eventually('a code for setting up', () => said() !== undefined);
  return said()?.split(': ').at(-1) ?? '';
};

/** A group is set up once, with one code and one key. @returns a token of the administrator */
export const setUpTogether = async ({ group, findings }: Omit<Scene, 'token'>): Promise<string> => {
  for (const name of names) await group.launch(name);
  const codes = await Promise.all(group.up().map(codeOf));
  findings.hold(
    'one code for setting up is valid in all processes',
    new Set(codes).size === 1,
    codes.join(' '),
  );
  const administrators = ['anna', 'ben'].map((name) => ({ ...account, name }));
  const statuses = await Promise.all(
    administrators.map(async (body, at) => {
      const client = group.client(group.of(names[at] as string));
      return (await client.send('user', { method: 'POST', body })).status;
    }),
  );
  findings.hold(
    'of two who set up at once in two processes one wins',
    statuses.filter((status) => status === 200).length === 1,
    statuses.join(' '),
  );
  const { name, password } = administrators[statuses.indexOf(200)] ?? account;
  const client = group.client(group.of('three'));
  const { token } = await client.json<{ token: string }>('auth', {
    method: 'POST',
    body: { username: name, password },
  });
  const admin = group.client(group.of('two'), token);
  await admin.json('mount_dirs', { method: 'PUT', body: [{ name: 'Music', source: group.music }] });
  return token;
};

/** A process with another key than the others does not start, and says why. */
export const refuseOtherKey = async ({ group, findings }: Scene): Promise<void> => {
  // It is made where there is none.
  const key = join(group.folder, 'other.key');
  const said = await startProduct({
    dataFolder: join(group.folder, 'four'),
    argv: ['--database', group.postgres.url(), '--secret-key-file', key],
  }).then(
    async (product) => {
      await product.kill();
      return 'it started';
    },
    (error: unknown) => String(error),
  );
  findings.hold(
    'another secret.key is refused in a sentence',
    said.includes('The secret.key of this process is another one than that of the database'),
    said.slice(0, 300),
  );
};

/** Waits until all processes have the first songs. */
export const untilScanned = async (group: Group, token: string, songs: number): Promise<void> => {
  await eventually(
    'the first scan',
    async () => (await songsOf(group, group.of('one'), token)).length === songs,
  );
  await allHave(group, token, songs);
};
