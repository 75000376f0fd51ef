import type { IncomingMessage } from 'node:http';
import type { Clock } from '../clock.ts';
import { BucketTrouble } from './bucket-trouble.ts';
import { type ListedObject, parseListPage } from './list-page.ts';
import { type BucketKeys, encodeKey, encodeQuery, signRequest } from './sign-request.ts';

/** How a bucket is reached. */
export interface BucketAccess extends BucketKeys {
  readonly bucket: string;
  /** Root of the store: scheme, host and perhaps a port. */
  readonly endpoint: string;
  readonly region: string;
  /** Whether the bucket is the first part of the path, and not of the host's name. */
  readonly isPathStyle: boolean;
}

/** A part of an object, and what its store says of the whole. */
interface ObjectPart {
  /** Of the whole object. */
  readonly sizeBytes: number;
  readonly modifiedAtMs: number;
  readonly etag: string;
  /** The part's bytes; to be read or destroyed. */
  readonly body: IncomingMessage;
}

/** Which bytes are asked for, and of what. */
interface PartWish {
  readonly key: string;
  readonly start: number;
  /** Inclusive. */
  readonly end: number;
  /** Only if the object still has this tag. */
  readonly etag?: string;
  readonly signal?: AbortSignal;
}

/** What a store answered to the wish for a part. */
type PartAnswer =
  | { readonly kind: 'part'; readonly part: ObjectPart }
  | { readonly kind: 'gone' }
  /** There is another object under the key by now. */
  | { readonly kind: 'changed' }
  /** It has fewer bytes than where the part begins; so has every empty one. */
  | { readonly kind: 'outside' };

/** Asks one bucket. Reads only. */
export interface BucketClient {
  /**
   * All objects whose keys begin with a prefix, in parts as they come.
   * @throws BucketTrouble when one part of the listing cannot be had
   */
  list(prefix: string): AsyncGenerator<readonly ListedObject[]>;
  /** @throws BucketTrouble */
  part(wish: PartWish): Promise<PartAnswer>;
  /** Lets its connections go. */
  close(): void;
}

/** Until an answer begins, in milliseconds. */
const answerLimitMs = 15_000;

/** Between two pieces of an answer, in milliseconds. */
const stillLimitMs = 30_000;

/** What a part of a listing, of 1,000 keys of 1 KiB at most, never exceeds; and an error never does. */
const mostListBytes = 16 * 1024 * 1024;

/** A busy store is asked again twice, after so many milliseconds. */
const pausesMs = [300, 1500];

const emptyObject = 0;

/** A number that a header tells behind a slash: `bytes 0-9/1234`. */
const wholeSize = (range: string | undefined): number | null => {
  const match = /^bytes \d+-\d+\/(\d+)$/.exec(range ?? '');
  return match === null ? null : Number(match[1]);
};

const textOf = async (body: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > mostListBytes) throw new BucketTrouble('bucket_unreachable');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
};

/** What an answer that is none says of the bucket. */
const troubleOf = (status: number): BucketTrouble => {
  if (status === 401 || status === 403) return new BucketTrouble('bucket_forbidden');
  if (status === 404) return new BucketTrouble('bucket_missing');
  if (status === 400 || (status >= 300 && status < 400)) return new BucketTrouble('bucket_elsewhere');
  return new BucketTrouble('bucket_unreachable');
};

const isBusy = (status: number): boolean => status === 429 || status >= 500;

/** What every answer of bytes says of its object. */
const partOf = (body: IncomingMessage, sizeBytes: number): PartAnswer => {
  const { etag = '', 'last-modified': modified = '' } = body.headers;
  const modifiedAtMs = Date.parse(modified);
  return {
    kind: 'part',
    part: { sizeBytes, modifiedAtMs: Number.isNaN(modifiedAtMs) ? 0 : modifiedAtMs, etag, body },
  };
};

interface Asked {
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** Sends signed requests to one bucket, and those that failed in passing again. */
const createSender = (access: BucketAccess, clock: Pick<Clock, 'nowMs' | 'schedule'>) => {
  const { protocol, host, hostname, port } = new URL(access.endpoint);
  const name = protocol === 'https:' ? 'node:https' : 'node:http';
  // oxlint-disable-next-line no-restricted-properties -- a server without buckets starts without a client of HTTP
  const { Agent, request } = process.getBuiltinModule(name);
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 16, timeout: stillLimitMs });
  const within = access.isPathStyle
    ? { host, prefix: `/${encodeKey(access.bucket)}` }
    : { host: `${access.bucket}.${host}`, prefix: '' };

  const sendOnce = ({ key, query = {}, headers = {}, signal }: Asked): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const path = `${within.prefix}/${encodeKey(key)}`;
      const search = encodeQuery(query);
      const signed = signRequest(
        { method: 'GET', path, query, headers: { ...headers, host: within.host } },
        { keys: access, region: access.region, nowMs: clock.nowMs() },
      );
      const sent = request({
        hostname: access.isPathStyle ? hostname : `${access.bucket}.${hostname}`,
        ...(port === '' ? {} : { port }),
        path: search === '' ? path : `${path}?${search}`,
        headers: { ...signed, 'accept-encoding': 'identity', 'user-agent': 'Tonearm' },
        agent,
        ...(signal === undefined ? {} : { signal }),
      });
      const cancel = clock.schedule(answerLimitMs, () => sent.destroy(new Error('late')));
      sent.on('response', (body) => {
        cancel();
        resolve(body);
      });
      sent.on('error', (error) => {
        cancel();
        reject(signal?.aborted === true ? error : new BucketTrouble('bucket_unreachable'));
      });
      sent.setTimeout(stillLimitMs, () => sent.destroy(new Error('still')));
      sent.end();
    });

  const pause = (ms: number): Promise<void> => new Promise((resolve) => clock.schedule(ms, resolve));

  const send = async (asked: Asked): Promise<IncomingMessage> => {
    for (const pauseMs of pausesMs) {
      const body = await sendOnce(asked).catch((error: unknown) => {
        if (error instanceof BucketTrouble) return null;
        throw error;
      });
      if (body !== null && !isBusy(body.statusCode ?? 0)) return body;
      body?.resume();
      await pause(pauseMs);
    }
    return sendOnce(asked);
  };
  return { send, close: () => agent.destroy() };
};

/** Makes it; nothing is asked yet. */
export const createBucketClient = (
  access: BucketAccess,
  clock: Pick<Clock, 'nowMs' | 'schedule'>,
): BucketClient => {
  const sender = createSender(access, clock);

  const listPage = async (prefix: string, next: string | null) => {
    const query = {
      'list-type': '2',
      'encoding-type': 'url',
      'max-keys': '1000',
      ...(prefix === '' ? {} : { prefix }),
      ...(next === null ? {} : { 'continuation-token': next }),
    };
    const body = await sender.send({ key: '', query });
    if (body.statusCode !== 200) {
      body.resume();
      throw troubleOf(body.statusCode ?? 0);
    }
    const page = parseListPage(
      await textOf(body).catch(() => {
        throw new BucketTrouble('bucket_unreachable');
      }),
    );
    if (page === null) throw new BucketTrouble('bucket_elsewhere');
    return page;
  };

  return {
    list: async function* (prefix) {
      let next: string | null = null;
      do {
        const page = await listPage(prefix, next);
        yield page.objects;
        // A store that names the same part again would be asked for ever.
        if (page.next !== null && page.next === next) throw new BucketTrouble('bucket_elsewhere');
        next = page.next;
      } while (next !== null);
    },
    part: async ({ key, start, end, etag, signal }) => {
      const headers = { range: `bytes=${start}-${end}`, ...(etag === undefined ? {} : { 'if-match': etag }) };
      const body = await sender.send({ key, headers, signal });
      const status = body.statusCode ?? 0;
      const size = status === 206 ? wholeSize(body.headers['content-range']) : null;
      if (size !== null) return partOf(body, size);
      body.resume();
      // A store that gives the whole object has none, or knows no ranges.
      if (status === 200 && body.headers['content-length'] === '0') return partOf(body, emptyObject);
      if (status === 404) return { kind: 'gone' };
      if (status === 412) return { kind: 'changed' };
      if (status === 416) return { kind: 'outside' };
      throw troubleOf(status);
    },
    close: sender.close,
  };
};
