import { describe, expect, it } from 'vitest';
import { type ConditionalHeaders, isRangeWanted, judgeConditions, parseHttpDate } from './conditional.ts';

const modified = 'Sun, 06 Nov 1994 08:49:37 GMT';
const before = 'Sun, 06 Nov 1994 08:49:36 GMT';
const validators = { etag: '"a,b"', lastModifiedMs: Date.parse(modified) + 789 };
const much = { ...validators, nowMs: Date.parse(modified) + 60_000 };

describe('dates of HTTP', () => {
  it.each(['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'])(
    'are read from %s',
    (text) => {
      expect(parseHttpDate(text)).toBe(Date.UTC(1994, 10, 6, 8, 49, 37));
    },
  );

  it.each(['', '1994-11-06', 'Sun, 06 Nov 1994 08:49:37', '0', 'Sun, 99 Nov 1994 08:49:37 GMT', 'tomorrow'])(
    'are not read from %j',
    (text) => {
      expect(parseHttpDate(text)).toBeNull();
    },
  );
});

describe('conditions of a request', () => {
  it.each<[ConditionalHeaders, string]>([
    [{}, 'proceed'],
    [{ 'if-none-match': '"a,b"' }, 'not-modified'],
    [{ 'if-none-match': 'W/"a,b"' }, 'not-modified'],
    [{ 'if-none-match': '"x", "a,b"' }, 'not-modified'],
    [{ 'if-none-match': ', "x" ,, "a,b",' }, 'not-modified'],
    [{ 'if-none-match': '*' }, 'not-modified'],
    [{ 'if-none-match': '"a"' }, 'proceed'],
    [{ 'if-none-match': 'a,b' }, 'proceed'],
    [{ 'if-none-match': '"x"', 'if-modified-since': modified }, 'proceed'],
    [{ 'if-modified-since': modified }, 'not-modified'],
    [{ 'if-modified-since': before }, 'proceed'],
    [{ 'if-modified-since': 'yesterday' }, 'proceed'],
    [{ 'if-match': '"a,b"' }, 'proceed'],
    [{ 'if-match': '*' }, 'proceed'],
    [{ 'if-match': 'W/"a,b"' }, 'failed'],
    [{ 'if-match': '"x"' }, 'failed'],
    [{ 'if-match': 'nonsense' }, 'failed'],
    [{ 'if-match': '"a,b"', 'if-unmodified-since': before }, 'proceed'],
    [{ 'if-match': '"a,b"', 'if-none-match': '"a,b"' }, 'not-modified'],
    [{ 'if-unmodified-since': modified }, 'proceed'],
    [{ 'if-unmodified-since': before }, 'failed'],
    [{ 'if-unmodified-since': 'yesterday' }, 'proceed'],
  ])('%j lead to %s', (headers, expected) => {
    expect(judgeConditions(headers, validators)).toBe(expected);
  });

  it.each<[string | undefined, boolean]>([
    [undefined, true],
    ['"a,b"', true],
    ['W/"a,b"', false],
    ['"x"', false],
    [modified, true],
    [before, false],
    ['nonsense', false],
  ])('If-Range of %j wants the range: %j', (value, expected) => {
    expect(isRangeWanted({ 'if-range': value }, much)).toBe(expected);
  });

  it('a date is no promise while the file may still change within its second', () => {
    expect(isRangeWanted({ 'if-range': modified }, { ...much, nowMs: Date.parse(modified) + 900 })).toBe(
      false,
    );
  });
});
