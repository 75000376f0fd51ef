import { expect, it } from 'vitest';
import { runDamagedLibrary } from './damaged-library.ts';

/** The long mode, every page in turn, is `npm run trust -- library`; here each way of noticing has one case. */
const step = 90;
/** Each costs a start and two scans. */
const atRest = ['page 1 is noise', 'the second half is gone', 'its log is noise', 'it is deleted'];
/** Under a running server each costs four scans. */
const underWay = ['page 1 is zeros', 'it is deleted'];

it.each([
  ['before the server starts', { isRunning: false, only: atRest }],
  ['while a server runs', { isRunning: true, only: underWay }],
])(
  'makes a library.db that was damaged %s anew, by itself',
  async (_, options) => {
    const result = await runDamagedLibrary({ step, ...options });
    expect(result.cases).toBe(options.only.length);
    expect(result.failures).toEqual([]);
    expect(result.rebuilt).toBeGreaterThan(0);
  },
  240_000,
);
