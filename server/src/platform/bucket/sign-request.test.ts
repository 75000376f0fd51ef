import { describe, expect, it } from 'vitest';
import { encodeKey, signRequest } from './sign-request.ts';

/** The keys and the moment of the examples that Amazon publishes. */
const published = {
  keys: { accessKey: 'AKIAIOSFODNN7EXAMPLE', secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' },
  region: 'us-east-1',
  nowMs: Date.UTC(2013, 4, 24),
};
const host = 'examplebucket.s3.amazonaws.com';

const signatureOf = (headers: Record<string, string>): string | undefined =>
  headers['authorization']?.split('Signature=')[1];

describe('a request to an object store is signed', () => {
  it.each([
    [
      'for a part of an object',
      { path: '/test.txt', query: {}, headers: { host, range: 'bytes=0-9' } },
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ],
    [
      'for what a bucket is set to',
      { path: '/', query: { lifecycle: '' }, headers: { host } },
      'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    ],
    [
      'for a list of objects',
      { path: '/', query: { 'max-keys': '2', prefix: 'J' }, headers: { host } },
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ],
  ])('%s as published', (_what, request, signature) => {
    expect(signatureOf(signRequest({ method: 'GET', ...request }, published))).toBe(signature);
  });

  it('never holds the secret', () => {
    const headers = signRequest({ method: 'GET', path: '/', query: {}, headers: { host } }, published);
    expect(JSON.stringify(headers)).not.toContain(published.keys.secretKey);
  });
});

describe('a key in a path', () => {
  it.each([
    ['a b+c%41.mp3', 'a%20b%2Bc%2541.mp3'],
    ['a//../b/.', 'a//../b/.'],
    ["it's (1)*!", 'it%27s%20%281%29%2A%21'],
    ['日本/ü', '%E6%97%A5%E6%9C%AC/%C3%BC'],
  ])('%j is written %j', (key, path) => {
    expect(encodeKey(key)).toBe(path);
  });
});
