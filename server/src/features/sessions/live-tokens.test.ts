import { createFakeClock } from '@tonearm/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/account-server.ts';
import { openTestState } from '../../../test/test-state.ts';
import { createLiveTokens } from './live-tokens.ts';
import { insertSession } from './sessions-store.ts';
import { tokenHash } from './tokens.ts';

let folder: ReturnType<typeof temporaryFolder>;
let state: ReturnType<typeof openTestState>;
beforeEach(async () => {
  folder = temporaryFolder();
  state = openTestState(folder.path);
  const user = { id: 1, name: 'anna', password_hash: '', is_admin: 0, created_at_ms: 0 } as const;
  await state.query.insertInto('users').values(user).execute();
  const token = {
    nowMs: 1,
    expiresAtMs: 2,
    userId: 1,
    passwordHash: '',
    client: '',
    tokenHash: tokenHash('a token'),
  };
  await insertSession(state.query, { ...token, mediaHash: tokenHash('its other') }, 200);
});
afterEach(() => {
  state.close();
  folder.remove();
});

/** As in a process that hears nothing of what others write, unless it is told. */
const open = (believedMs: number) => {
  let tell = (): void => {};
  const clock = createFakeClock();
  const onChange = (_tables: unknown, told: () => void): void => {
    tell = told;
  };
  const find = createLiveTokens({ state: { query: state.query, believedMs, onChange }, clock });
  return { find, clock, tell: () => tell() };
};

const rename = (name: string): Promise<unknown> => state.query.updateTable('users').set({ name }).execute();

it('a token that was looked up before a write is not remembered after it', async () => {
  const { find, tell } = open(Number.POSITIVE_INFINITY);
  const asked = find('a token');
  // As when another process of the same store wrote while the answer was on its way.
  tell();
  expect(await asked).toMatchObject({ username: 'anna' });
  await rename('berta');
  expect(await find('a token')).toMatchObject({ username: 'berta' });
});

it('a token is believed for as long as the database allows, and no longer', async () => {
  const { find, clock } = open(1_000);
  await find('a token');
  await rename('berta');
  await clock.advance(999);
  expect(await find('a token')).toMatchObject({ username: 'anna' });
  await clock.advance(1);
  expect(await find('a token')).toMatchObject({ username: 'berta' });
});

it('a token is believed for ever where every write is told of', async () => {
  const { find, clock } = open(Number.POSITIVE_INFINITY);
  await find('a token');
  await rename('berta');
  await clock.advance(1_000_000);
  expect(await find('a token')).toMatchObject({ username: 'anna' });
});
