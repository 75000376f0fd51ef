import { makeDatabase } from '../../../test/test-postgres.ts';
import { createPostgresFeedStore, migrateFeed } from './postgres-feed-store.ts';
import { describeStore } from './test-store-suite.ts';

describeStore('in PostgreSQL', async () => {
  const made = await makeDatabase();
  const database = made.open();
  await migrateFeed(database);
  const session = await made.open().openSession();
  const channels = new Map<string, () => void>();
  session.onNotify((channel) => channels.get(channel)?.());
  const signals = { on: (channel: string, hear: () => void) => void channels.set(channel, hear) };
  const open = () => createPostgresFeedStore({ database: made.open(), signals });
  const pair = { one: open(), other: open() };
  for (const channel of channels.keys()) await session.query(`LISTEN ${channel}`);
  return {
    ...pair,
    [Symbol.asyncDispose]: async () => {
      await session.close();
      await made[Symbol.asyncDispose]();
    },
  };
});
