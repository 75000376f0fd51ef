import { expect, it } from 'vitest';
import { warmUpBodies } from './warm-up.ts';

it('reads bodies of every kind through to where they are refused, and others have their turns', async () => {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const bytes = await warmUpBodies();
  isOver = true;
  expect(bytes).toBeGreaterThan(500_000);
  expect(turns).toBeGreaterThan(200);
});
