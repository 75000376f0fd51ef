import { FencedError } from '../../../../server/src/library/feed/feed-store.ts';
import { createPostgresFeedStore } from '../../../../server/src/library/feed/postgres-feed-store.ts';
import type { Scene } from './scene.ts';

/** Whether somebody who was elected before the one that scans now is refused, whatever they would publish. */
const isRefused = async ({ group }: Scene): Promise<boolean> => {
  const store = createPostgresFeedStore({ database: group.database, signals: { on: () => {} } });
  const [head] = await group.database.query<{ sequence: number; chain: string }>(
    'SELECT sequence, chain FROM library.feed_head',
  );
  const { sequence = 0, chain = '' } = head ?? {};
  const batch = { sequence: sequence + 1, previous: chain, chain: 'of nobody', parts: 0, sizeBytes: 0 };
  const snapshot = { id: 'of nobody', sequence, chain, chunks: 0, sizeBytes: 0, digest: '' };
  const attempts = [
    () => store.claim(1),
    () => store.append(1, batch, async function* () {}),
    () => store.putChunk(1, { id: 'of nobody', number: 0, bytes: new Uint8Array(1) }),
    () => store.putSnapshot(1, snapshot, { schema: '', begins: false }),
  ];
  for (const attempt of attempts) {
    const isFenced = await attempt().then(
      () => false,
      (error: unknown) => error instanceof FencedError,
    );
    if (!isFenced) return false;
  }
  return true;
};

/** Where nobody was elected after the first, it leaves, and somebody else is. */
const electAgain = async ({ group }: Scene): Promise<void> => {
  if (group.reigns().length > 1) return;
  const { name } = await group.leader();
  await group.stop(name);
  await group.leader();
  await group.launch(name);
};

/** Who was elected first publishes nothing any more; where the database remembers no election, that is told of. */
export const refuseEarlier = async (scene: Scene): Promise<void> => {
  const { group, findings } = scene;
  await electAgain(scene);
  const epochs = group.reigns().map(({ epoch }) => epoch);
  findings.hold(
    `whoever was elected first of ${epochs.length} can publish nothing any more`,
    Math.max(...epochs) > 1 && (await isRefused(scene)),
  );
  const [kept] = await group.database.query<{ epoch: number }>('SELECT epoch FROM library.feed_head');
  await group.database.query('UPDATE library.feed_head SET epoch = 0');
  const isStillRefused = await isRefused(scene);
  await group.database.query('UPDATE library.feed_head SET epoch = greatest(epoch, $1)', [kept?.epoch ?? 0]);
  findings.hold('(control) a database that remembers no election is told of', !isStillRefused);
};
