import { expect, it } from 'vitest';
import { missingOf } from './mutated-media.ts';

it('turns red for a healthy song that is not there', () => {
  expect(missingOf(['a', 'b'], ['b', 'c'])).toEqual(['a is not in the collection']);
});
