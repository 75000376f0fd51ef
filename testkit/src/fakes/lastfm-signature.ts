import { createHash } from 'node:crypto';

/**
 * The signature of a Last.fm call: parameters sorted by the bytes of their names, name and value joined,
 * the secret appended, MD5 in hexadecimal. `format` and `callback` are not signed.
 * @see https://www.last.fm/api/authspec
 */
export function lastfmSignature(parameters: URLSearchParams, secret: string): string {
  const signed = [...parameters].filter(([name]) => !['api_sig', 'format', 'callback'].includes(name));
  signed.sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const text = signed.map(([name, value]) => name + value).join('');
  return createHash('md5')
    .update(text + secret, 'utf8')
    .digest('hex');
}
