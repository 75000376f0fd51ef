import { tempFolder } from '@tonearm/testkit';
import { expect, it } from 'vitest';
import { openTestState } from '../../../test/test-state.ts';

it('lists of what somebody made read an index and sort nothing', async () => {
  await using folder = await tempFolder();
  const state = openTestState(folder.path);
  const orders = [
    'SELECT item FROM stars WHERE user_id = 1 AND kind = ? ORDER BY starred_at_ms DESC, item DESC',
    'SELECT item FROM ratings WHERE user_id = 1 AND kind = ? ORDER BY rating DESC, rated_at_ms DESC, item DESC',
    'SELECT item FROM play_counts WHERE user_id = 1 AND kind = ? ORDER BY plays DESC, last_played_at_ms DESC, item DESC',
    'SELECT item FROM play_counts WHERE user_id = 1 AND kind = ? ORDER BY last_played_at_ms DESC, item DESC',
  ];
  for (const sql of orders) {
    const plan = state.raw.prepare<[null], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(null);
    expect(plan.map(({ detail }) => detail).join()).toMatch(/^SEARCH \w+ USING COVERING INDEX [^,]*$/);
  }
  state.close();
});
