import { expect, it } from 'vitest';
import { runDamagedLibrary } from './damaged-library.ts';

/** The long mode, every page in turn, is `npm run trust`. */
const step = 90;
/** Under a running server each costs four scans: of every kind one. */
const underWay = ['page 1 is noise', 'page 1 is zeros', 'the second half is gone', 'it is deleted'];

it.each([
  ['before the server starts', { isRunning: false }],
  ['while a server runs', { isRunning: true, only: underWay }],
])(
  'makes a library.db that was damaged %s anew, by itself',
  async (_, options) => {
    const result = await runDamagedLibrary({ step, ...options });
    expect(result.cases).toBeGreaterThanOrEqual(underWay.length);
    expect(result.failures).toEqual([]);
    expect(result.rebuilt).toBeGreaterThan(1);
  },
  240_000,
);
