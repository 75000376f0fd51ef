import { expect, it } from 'vitest';
import { runBackupsUnderLoad } from './backups-under-load.ts';

/** The long mode is `npm run trust -- backups`, which also judges how long people wait. */
it('makes sound and whole backups while people save, and one taken for a later one is told of', async () => {
  const result = await runBackupsUnderLoad({ backups: 2, lists: 4, quietForMs: 1_000, holds: 1 });
  expect(result.failures.join('\n')).toBe('');
  expect(result.changes).toBeGreaterThan(0);
  expect(result.oldOneLacks).toBeGreaterThan(0);
});
