import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/account-server.ts';
import { openTestState } from '../../../test/test-state.ts';
import { createLiveTokens } from './live-tokens.ts';
import { insertToken } from './sessions-store.ts';
import { tokenHash } from './tokens.ts';

it('a token that was looked up before a write is not remembered after it', async () => {
  const folder = temporaryFolder();
  const state = openTestState(folder.path);
  try {
    const { query } = state;
    const user = { id: 1, name: 'anna', password_hash: '', is_admin: 0, created_at_ms: 0 } as const;
    await query.insertInto('users').values(user).execute();
    const times = { nowMs: 1, expiresAtMs: 2 };
    const common = { userId: 1, scope: 'full', parentId: null, client: '', ...times } as const;
    await insertToken(query, { ...common, tokenHash: tokenHash('a token') });
    let tell = (): void => {};
    const find = createLiveTokens({
      query,
      believedMs: Number.POSITIVE_INFINITY,
      onChange: (_tables, told) => {
        tell = told;
      },
    });
    const asked = find('a token');
    // As when another process of the same store wrote while the answer was on its way.
    tell();
    expect(await asked).toMatchObject({ username: 'anna' });
    await query.updateTable('users').set({ name: 'berta' }).execute();
    expect(await find('a token')).toMatchObject({ username: 'berta' });
  } finally {
    state.close();
    folder.remove();
  }
});
