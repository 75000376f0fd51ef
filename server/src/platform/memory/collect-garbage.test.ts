import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { collectGarbage } from './collect-garbage.ts';

/** Some bytes that nobody holds when this returns. */
const passing = (): WeakRef<Uint8Array> => new WeakRef(new Uint8Array(1000));

it('collects what nobody holds', async () => {
  const first = passing();
  // What a weak reference was asked for, or made of, lives until the turn of the event loop ends.
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  expect(first.deref()).toBeUndefined();
  const second = passing();
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  expect(second.deref()).toBeUndefined();
});

it('leaves Node.js with the flags that it was started with', () => {
  collectGarbage();
  expect(runInNewContext('typeof gc')).toBe('undefined');
});
