import { createHmac, hash } from 'node:crypto';

/** Both halves of an access key. */
export interface BucketKeys {
  readonly accessKey: string;
  readonly secretKey: string;
}

/** A request without a body, as it is to be sent. */
export interface RequestToSign {
  readonly method: 'GET' | 'HEAD';
  /** As it goes over the wire, see encodeKey; begins with a slash. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** All that are sent but for those that signing adds; names in small letters, with `host`. */
  readonly headers: Readonly<Record<string, string>>;
}

/** SHA-256 of a body that is empty. */
const emptyDigest = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** A key as part of a path: every part percent-encoded, slashes kept. Nothing in it is resolved, so `..` stays. */
export const encodeKey = (key: string): string => key.split('/').map(encoded).join('/');

/** A query in the order and the writing in which it is signed. */
export const encodeQuery = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** `20130524T000000Z`. */
const stampOf = (nowMs: number): string => new Date(nowMs).toISOString().replace(/[-:]|\.\d{3}/g, '');

/**
 * Signs a request for an object store, signature version 4.
 * @returns all headers to send
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export const signRequest = (
  request: RequestToSign,
  { keys, region, nowMs }: { readonly keys: BucketKeys; readonly region: string; readonly nowMs: number },
): Record<string, string> => {
  const stamp = stampOf(nowMs);
  const headers: Record<string, string> = {
    ...request.headers,
    'x-amz-content-sha256': emptyDigest,
    'x-amz-date': stamp,
  };
  const names = Object.keys(headers).sort();
  const signed = names.join(';');
  const canonical = [
    request.method,
    request.path,
    encodeQuery(request.query),
    ...names.map((name) => `${name}:${headers[name]?.trim()}`),
    '',
    signed,
    emptyDigest,
  ].join('\n');
  const scope = `${stamp.slice(0, 8)}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', stamp, scope, hash('sha256', canonical)].join('\n');
  const key = [region, 's3', 'aws4_request'].reduce<Buffer>(
    (before, part) => hmac(before, part),
    hmac(`AWS4${keys.secretKey}`, stamp.slice(0, 8)),
  );
  const signature = hmac(key, toSign).toString('hex');
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${keys.accessKey}/${scope}, SignedHeaders=${signed}, Signature=${signature}`,
  };
};
