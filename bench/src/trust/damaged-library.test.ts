import { expect, it } from 'vitest';
import { runDamagedLibrary } from './damaged-library.ts';

/** The long mode, every page in turn, is `npm run trust`. */
const step = 90;

it.each([
  ['before the server starts', false],
  ['while a server runs', true],
])(
  'makes a library.db that was damaged %s anew, by itself',
  async (_, isRunning) => {
    const result = await runDamagedLibrary({ step, isRunning });
    expect(result.failures).toEqual([]);
    expect(result.rebuilt).toBeGreaterThan(1);
  },
  240_000,
);
