import { expect, it } from 'vitest';
import { judge, judgeAddress } from './judge.ts';
import { attemptSentence } from './reason-sentences.ts';

it.each([
  ['KO', 200, 'updated', null],
  ['', 204, 'updated', null],
  ['updated to 203.0.113.9', 202, 'updated', '203.0.113.9'],
  ['badauth', 200, 'refused', null],
  ['<html>', 403, 'refused', null],
  ['busy', 503, 'unreachable', null],
])('an address that answers %j with %i was %s', (text, status, result, address) =>
  expect(judgeAddress({ kind: 'answer', status, text, retryAfterMs: null })).toMatchObject({
    result,
    address,
  }),
);

it.each([
  ['good', 'updated'],
  ['nochg 203.0.113.9\r\n', 'updated'],
  ['good 203.0.113.9 (as before)', 'updated'],
  ['OK\n203.0.113.9\n\nUPDATED', 'updated'],
  ['ok 203.0.113.9,2001:db8::1', 'updated'],
  ['good-bye', 'unreachable'],
  ['Good morning! Please sign in to use this network.', 'unreachable'],
  ['OK, accept our terms first', 'unreachable'],
  ['ok.html moved', 'unreachable'],
])('takes %j with 200 for %s', (text, result) =>
  expect(judge({ kind: 'answer', status: 200, text, retryAfterMs: null }).result).toBe(result),
);

it('takes wrong credentials for refused', () => {
  expect(judge({ kind: 'answer', status: 401, text: 'badauth', retryAfterMs: null })).toMatchObject({
    result: 'refused',
  });
  expect(judge({ kind: 'answer', status: 200, text: 'good 2001:db8::1', retryAfterMs: null })).toMatchObject({
    result: 'updated',
    address: '2001:db8::1',
  });
});

it.each([
  ['ok', 'updated'],
  ['OK 203.0.113.7', 'updated'],
  ['nochg 203.0.113.7\r\n', 'updated'],
  ['good', 'updated'],
  ['badauth', 'refused'],
  ['abuse', 'refused'],
  ['!donator', 'refused'],
  ['911', 'unreachable'],
  ['dnserr', 'unreachable'],
  ['\ufeffgood 2001:db8::7', 'updated'],
  ['OK\u00a0', 'updated'],
  ['!yours', 'refused'],
  ['NUMHOST', 'refused'],
  ['', 'unreachable'],
  ['\u0000ok', 'unreachable'],
  ['goodbye', 'unreachable'],
  ['{"status":"ok"}', 'unreachable'],
  ['it is good', 'unreachable'],
  ['__proto__', 'unreachable'],
  ['okay', 'unreachable'],
  ['<!doctype html><p>Welcome to our hotel. It is good to have you.', 'unreachable'],
  ['constructor', 'unreachable'],
])('takes %j with status 200 for %s', (text, result) => {
  const judged = judge({ kind: 'answer', status: 200, text, retryAfterMs: null });
  expect(judged.result).toBe(result);
  expect(attemptSentence(judged)).toMatch(/^The .*\.$/);
});

it('takes good words with a bad status for no success', () => {
  expect(judge({ kind: 'answer', status: 502, text: 'ok', retryAfterMs: null }).result).toBe('unreachable');
});
