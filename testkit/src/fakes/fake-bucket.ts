import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** What a store does with every request. */
export type BucketBehaviour =
  | 'answers'
  | 'forbids'
  | 'has-no-bucket'
  | 'is-busy'
  | 'cuts-connections'
  /** Answers 200 with something that is no listing and no object. */
  | 'is-no-store'
  /** Answers parts of objects that lie a byte further than asked. */
  | 'shifts-parts'
  /** Lists nothing; what it holds is there all the same. */
  | 'is-empty'
  /** Ends a listing in the middle of its second part. */
  | 'cuts-listings';

/** A request that was answered. */
export interface BucketRequest {
  readonly kind: 'list' | 'get';
  /** The prefix of a listing. */
  readonly key: string;
  readonly range: string | null;
  readonly status: number;
  readonly sentBytes: number;
}

/** An object store with one bucket, on a free port of the loopback interface. */
export interface FakeBucket extends AsyncDisposable {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Every request in the order of arrival. */
  readonly requests: BucketRequest[];
  behaviour: BucketBehaviour;
  /** Called before each part of a listing but the first is made. */
  beforeNextPart: () => void;
  put(key: string, bytes: Buffer): void;
  /** Puts all files of a folder, with their paths in it as keys behind a prefix. */
  putFolder(folder: string, prefix?: string): void;
  remove(key: string): void;
  clear(): void;
  bytesOf(key: string): Buffer | undefined;
}

interface StoredObject {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly modifiedAtMs: number;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const percent = (text: string): string =>
  [...Buffer.from(text)]
    .map((byte) =>
      /[A-Za-z0-9._~-]/.test(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('');

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

interface Checked {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
}

/** Whether a request is signed as the store would sign it, by what arrived and not by what was meant. */
const isSignedWell = (request: IncomingMessage, { accessKey, secretKey, region }: Checked): boolean => {
  const said = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
    request.headers.authorization ?? '',
  );
  const stamp = String(request.headers['x-amz-date'] ?? '');
  const [, credential = '', signedNames = '', signature] = said ?? [];
  const day = stamp.slice(0, 8);
  const scope = `${day}/${region}/s3/aws4_request`;
  const names = signedNames.split(';');
  if (said === null || credential !== `${accessKey}/${scope}` || !names.includes('host')) return false;
  const [path = '', search = ''] = (request.url ?? '').split(/\?(.*)/s);
  const query = search
    .split('&')
    .filter((pair) => pair !== '')
    .sort()
    .join('&');
  const digest = String(request.headers['x-amz-content-sha256'] ?? '');
  const canonical = [
    request.method,
    path,
    query,
    ...names.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}`),
    '',
    signedNames,
    digest,
  ].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer>(
    (before, part) => hmac(before, part),
    Buffer.from(`AWS4${secretKey}`),
  );
  const expected = hmac(key, ['AWS4-HMAC-SHA256', stamp, scope, sha256(canonical)].join('\n')).toString(
    'hex',
  );
  return expected === signature && digest === sha256('');
};

/** @returns inclusive ends; null when the object has no such bytes */
const cut = (range: string, size: number): { start: number; end: number } | null => {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? null : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  return start >= size ? null : { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
};

const errorXml = (code: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`;

const contentsXml = (key: string, { bytes, etag, modifiedAtMs }: StoredObject): string =>
  `<Contents><Key>${percent(key).replaceAll('%2F', '/').replaceAll('%20', '+')}</Key>` +
  `<LastModified>${new Date(modifiedAtMs).toISOString()}</LastModified>` +
  `<ETag>${escapeXml(etag)}</ETag><Size>${bytes.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`;

/** Objects in the order of their keys' bytes, which is that of every store. */
const inOrder = (objects: ReadonlyMap<string, StoredObject>): [string, StoredObject][] =>
  [...objects].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

const keyAfter = (token: string | null): string | null =>
  token === null ? null : Buffer.from(token, 'base64url').toString();

/** A part of a listing: what lies behind the token, up to so many. */
const listXml = (
  objects: ReadonlyMap<string, StoredObject>,
  asked: { prefix: string; after: string | null; most: number },
): string => {
  const after = asked.after === null ? null : Buffer.from(asked.after);
  const found = inOrder(objects).filter(
    ([key]) =>
      key.startsWith(asked.prefix) && (after === null || Buffer.compare(Buffer.from(key), after) > 0),
  );
  const part = found.slice(0, asked.most);
  const isCut = found.length > part.length;
  const next = Buffer.from(part.at(-1)?.[0] ?? '').toString('base64url');
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">' +
    `<EncodingType>url</EncodingType><IsTruncated>${isCut}</IsTruncated>` +
    part.map(([key, object]) => contentsXml(key, object)).join('') +
    `${isCut ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''}</ListBucketResult>`
  );
};

const shifted = (bytes: Buffer): Buffer => Buffer.concat([bytes.subarray(1), Buffer.alloc(1)]);

/** Most keys of one part of a listing, however many are asked for. */
const mostKeys = 1000;

interface Answer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body: string | Buffer;
}

const refusals: Partial<Record<BucketBehaviour, Answer>> = {
  forbids: { status: 403, body: errorXml('AccessDenied') },
  'has-no-bucket': { status: 404, body: errorXml('NoSuchBucket') },
  'is-busy': { status: 503, body: errorXml('SlowDown') },
  'is-no-store': { status: 200, body: '<html><body>Welcome to the router.</body></html>' },
};

const getObject = (object: StoredObject | undefined, headers: IncomingMessage['headers']): Answer => {
  if (object === undefined) return { status: 404, body: errorXml('NoSuchKey') };
  const { bytes, etag } = object;
  if (headers['if-match'] !== undefined && headers['if-match'] !== etag)
    return { status: 412, body: errorXml('PreconditionFailed') };
  const said = { ETag: etag, 'Last-Modified': new Date(object.modifiedAtMs).toUTCString() };
  if (headers.range === undefined) return { status: 200, headers: said, body: bytes };
  const part = cut(headers.range, bytes.length);
  if (part === null) return { status: 416, body: errorXml('InvalidRange') };
  const range = `bytes ${part.start}-${part.end}/${bytes.length}`;
  const body = bytes.subarray(part.start, part.end + 1);
  return { status: 206, headers: { ...said, 'Content-Range': range }, body };
};

/**
 * Starts a store with an empty bucket in path style that checks every signature.
 * @param options.keys the access key and its secret; some of their own unless told
 */
export const startFakeBucket = async (
  options: { bucket?: string; region?: string; accessKey?: string; secretKey?: string } = {},
): Promise<FakeBucket> => {
  const { bucket = 'music', region = 'eu-test-1' } = options;
  const { accessKey = 'AKTEST0000000000', secretKey = 'secret/of+the/test/bucket' } = options;
  const objects = new Map<string, StoredObject>();
  let putCount = 0;

  const answerTo = (request: IncomingMessage, kind: BucketRequest['kind'], key: string): Answer => {
    const refusal = refusals[fake.behaviour];
    if (refusal !== undefined) return refusal;
    if (!isSignedWell(request, { accessKey, secretKey, region }))
      return { status: 403, body: errorXml('SignatureDoesNotMatch') };
    if (kind === 'get') {
      const answer = getObject(objects.get(key), request.headers);
      const isShifted = fake.behaviour === 'shifts-parts' && answer.status === 206;
      return isShifted ? { ...answer, body: shifted(Buffer.from(answer.body as string)) } : answer;
    }
    const query = new URLSearchParams(request.url?.split('?')[1]);
    const after = keyAfter(query.get('continuation-token'));
    if (after !== null) fake.beforeNextPart();
    const most = Math.min(Number(query.get('max-keys') ?? mostKeys), mostKeys);
    const listed = fake.behaviour === 'is-empty' ? new Map<string, StoredObject>() : objects;
    const xml = listXml(listed, { prefix: key, after, most });
    const isCutHere = fake.behaviour === 'cuts-listings' && after !== null;
    return { status: 200, body: isCutHere ? xml.slice(0, xml.length / 2) : xml };
  };

  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    if (fake.behaviour === 'cuts-connections') {
      request.socket.destroy();
      return;
    }
    const [path = '', search = ''] = (request.url ?? '').split('?');
    const root = `/${bucket}/`;
    const isHere = path.startsWith(root);
    const kind = path === root ? 'list' : 'get';
    const key =
      kind === 'list'
        ? (new URLSearchParams(search).get('prefix') ?? '')
        : decodeURIComponent(path.slice(root.length));
    const answer: Answer = isHere
      ? answerTo(request, kind, key)
      : { status: 404, body: errorXml('NoSuchBucket') };
    const body = Buffer.from(answer.body as string);
    const range = request.headers.range ?? null;
    fake.requests.push({ kind, key, range, status: answer.status, sentBytes: body.length });
    response.writeHead(answer.status, { 'Content-Length': body.length, ...answer.headers });
    response.end(body);
  };

  const server = createServer(handle);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const put = (key: string, bytes: Buffer): void => {
    putCount += 1;
    const etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
    // Stores tell whole seconds.
    objects.set(key, { bytes, etag, modifiedAtMs: Date.UTC(2024, 0, 1) + putCount * 1000 });
  };
  const fake: FakeBucket = {
    ...{ bucket, region, accessKey, secretKey, put },
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    behaviour: 'answers',
    beforeNextPart: () => {},
    putFolder: (folder, prefix = '') => {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        put(`${prefix}${path.slice(folder.length + 1)}`, readFileSync(path));
      }
    },
    remove: (key) => {
      objects.delete(key);
    },
    clear: () => objects.clear(),
    bytesOf: (key) => objects.get(key)?.bytes,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  return fake;
};
