import { expect, it } from 'vitest';
import { formatBytes } from './format-bytes.ts';

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [1_540_000, '1.5 MB'],
  [12_345_678_901, '12.3 GB'],
  [5e15, '5,000 TB'],
])('%d is %s', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words);
});
