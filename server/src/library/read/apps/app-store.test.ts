import { expect, it } from 'vitest';
import { openEmptyLibrary } from '../../open-library.ts';
import { createAppStore } from './app-store.ts';

it('remembers single items for as long as the library is the same, and begins anew when they are too many', () => {
  const { raw, close } = openEmptyLibrary();
  const { remembered } = createAppStore(raw, () => 0);
  const known = (): Map<string, number> => remembered<string, number>('tags', 3);
  for (const [at, name] of ['one', 'two', 'three'].entries()) known().set(name, at);
  expect([...known().keys()]).toEqual(['one', 'two', 'three']);
  known().set('four', 3);
  expect(known().size).toBe(0);
  known().set('five', 4);
  expect([...known().keys()]).toEqual(['five']);
  expect(remembered('pictures', 3).size).toBe(0);
  close();
});
