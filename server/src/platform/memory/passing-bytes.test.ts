import { expect, it } from 'vitest';
import { createPassingBytes } from './passing-bytes.ts';

const mebibyte = 1024 * 1024;

it('collects once for every two mebibytes that passed', () => {
  let times = 0;
  const pass = createPassingBytes(() => {
    times += 1;
  });
  pass(mebibyte);
  expect(times).toBe(0);
  for (let passed = 0; passed < 9; passed += 1) pass(mebibyte);
  expect(times).toBe(5);
  pass(40 * mebibyte);
  expect(times).toBe(6);
});

it('collects as often as it is told to', () => {
  let times = 0;
  const pass = createPassingBytes(() => {
    times += 1;
  }, 1000);
  for (let passed = 0; passed < 5; passed += 1) pass(500);
  expect(times).toBe(2);
});
