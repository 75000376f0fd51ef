import { expect, it } from 'vitest';
import { findKeys } from './bucket-telling.ts';

const key = 'secret/of+the bucket';

it('finds a key in every form in which it could be told, and says where', () => {
  const forms = [
    `a log that says ${key} as it is`,
    `?key=${encodeURIComponent(key)}`,
    `Authorization: ${Buffer.from(key).toString('base64')}`,
    Buffer.from(key).toString('hex'),
  ];
  for (const form of forms)
    expect(findKeys({ 'the log': ['nothing', form], 'an answer': ['{}'] }, ['another', key])).toEqual([
      'a key of the bucket stands in the log',
    ]);
  expect(findKeys({ 'the log': ['secret/of', 'the bucket'], 'an answer': [] }, [key])).toEqual([]);
});
