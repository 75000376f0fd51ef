import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findFirstFault } from './first-fault.ts';

const schema = z.object({
  name: z.string().nullish(),
  rows: z.array(z.object({ text: z.string().min(1), count: z.number().optional() })),
});

describe('the first fault of a value', () => {
  it.each([
    [{ rows: [] }, null],
    [{ name: null, rows: [{ text: 'a' }], more: 1 }, null],
    [{ rows: [{ text: 'a' }, { text: '' }, { text: 1 }] }, ['rows', 1, 'text']],
    [{ rows: [{ text: 'a', count: 'x' }] }, ['rows', 0, 'count']],
    [{ name: 1, rows: 7 }, ['name']],
    [{ rows: { 0: {} } }, ['rows']],
    [{}, ['rows']],
    [[], []],
    [null, []],
    ['x', []],
  ])('of %j is at %j', (value, path) => {
    expect(findFirstFault(schema, value)).toEqual(path);
    expect(schema.safeParse(value).success).toBe(path === null);
  });

  it('is found without looking further', () => {
    let looks = 0;
    const look = (): boolean => {
      looks += 1;
      return true;
    };
    const counted = z.array(z.string().refine(look));
    expect(findFirstFault(counted, [1, ...Array<string>(1000).fill('a')])).toEqual([0]);
    expect(looks).toBe(0);
  });
});
