import { pipeline } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/app-error.ts';
import type { RemoteFile } from '../../platform/bucket/remote-files.ts';
import { closeOpened, type OpenedFile } from '../../platform/paths/open-inside.ts';
import { type Answered, answered } from '../route.ts';
import { apiHeaders } from '../security-headers.ts';
import { type ByteRange, parseByteRange } from './byte-range.ts';
import type { ChunkLender } from './chunk-lender.ts';
import { isRangeWanted, judgeConditions } from './conditional.ts';
import { streamFile } from './stream-file.ts';

/** What an answer of bytes is sent with. */
export interface BytesAnswer {
  /** Bytes at hand, a file of a bucket, or an open one, which is owned from here on: closed whatever happens. */
  readonly body: Buffer | OpenedFile | RemoteFile;
  /** Strong, with its quotes. */
  readonly etag: string;
  /** Milliseconds since the epoch; null to tell no date. */
  readonly lastModifiedMs: number | null;
  readonly contentType: string;
  /** Headers of its own, such as Content-Disposition. */
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
  /** Lends what a file is read into. */
  readonly lend: () => ChunkLender;
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Kept by the client, never by a proxy, and asked about each time: what changed shows at once. */
const cacheControl = 'private, no-cache';

const commonHeaders = (answer: BytesAnswer): Record<string, string> => ({
  ...apiHeaders,
  'Cache-Control': cacheControl,
  'Accept-Ranges': 'bytes',
  ETag: answer.etag,
  ...(answer.lastModifiedMs === null
    ? {}
    : { 'Last-Modified': new Date(Math.min(answer.lastModifiedMs, answer.nowMs)).toUTCString() }),
  ...answer.headers,
});

const isRemote = (body: BytesAnswer['body']): body is RemoteFile => 'head' in body;

const sizeOf = (body: BytesAnswer['body']): number => (Buffer.isBuffer(body) ? body.length : body.sizeBytes);

const rangeOf = (request: FastifyRequest, answer: BytesAnswer): ByteRange | 'whole' => {
  // RFC 9110 §14.2: ranges mean something for GET only.
  if (request.method !== 'GET' || !isRangeWanted(request.headers, answer)) return 'whole';
  return parseByteRange(request.headers.range, sizeOf(answer.body));
};

/** Bytes of a file in a bucket; asked for before the answer begins, so that it can still be another one. */
const fetchPart = async ({ request }: Exchange, body: BytesAnswer['body'], { start, end }: ByteRange) =>
  isRemote(body) && request.method === 'GET' && end >= start ? await body.read(start, end) : null;

/** @returns whether the file now belongs to the stream */
const sendBody = (
  { request, reply }: Exchange,
  { body, lend }: { body: Buffer | OpenedFile; lend: BytesAnswer['lend'] },
  part: ByteRange,
): boolean => {
  if (request.method === 'HEAD' || sizeOf(body) === 0) {
    reply.raw.end();
    return false;
  }
  if (Buffer.isBuffer(body)) {
    reply.raw.end(body.subarray(part.start, part.end + 1));
    return false;
  }
  streamFile(reply.raw, { file: body, range: part, chunks: lend() });
  return true;
};

/**
 * Answers a GET or HEAD with bytes, or a part of them, minding conditions and ranges. An open file is closed
 * in every case; nothing is read for HEAD.
 * @throws AppError precondition_failed or range_not_satisfiable
 */
export const sendBytes = async (exchange: Exchange, answer: BytesAnswer): Promise<Answered> => {
  const { request, reply } = exchange;
  const { body } = answer;
  let isHandedOver = false;
  try {
    const verdict = judgeConditions(request.headers, answer);
    if (verdict === 'failed') {
      throw new AppError('precondition_failed', 'The file is not the one that was asked for any more.');
    }
    const headers = commonHeaders(answer);
    if (verdict === 'not-modified') {
      reply.code(304).headers(headers).send();
      return answered;
    }
    const range = rangeOf(request, answer);
    const part = range === 'whole' ? { start: 0, end: sizeOf(body) - 1 } : range;
    if (range !== 'whole') headers['Content-Range'] = `bytes ${range.start}-${range.end}/${sizeOf(body)}`;
    headers['Content-Type'] = answer.contentType;
    headers['Content-Length'] = String(part.end - part.start + 1);
    const fetched = await fetchPart(exchange, body, part);
    reply.hijack();
    reply.raw.writeHead(range === 'whole' ? 200 : 206, headers);
    // Who goes away ends it, and where it breaks off the connection is cut.
    if (fetched !== null) pipeline(fetched, reply.raw, () => {});
    else if (isRemote(body)) reply.raw.end();
    else isHandedOver = sendBody(exchange, { ...answer, body }, part);
    return answered;
  } finally {
    if (!isHandedOver && !Buffer.isBuffer(body) && !isRemote(body)) await closeOpened(body);
  }
};

/**
 * Answers 304 when the client already has what `etag` names, so that nothing need be made or opened.
 * @returns null when it has not
 */
export const sendIfKnown = (
  { request, reply }: Exchange,
  known: { etag: string; headers: Readonly<Record<string, string>> },
): Answered | null => {
  const verdict = judgeConditions(request.headers, { etag: known.etag, lastModifiedMs: null });
  if (verdict !== 'not-modified') return null;
  const headers = { ...apiHeaders, 'Cache-Control': cacheControl, ETag: known.etag, ...known.headers };
  reply.code(304).headers(headers).send();
  return answered;
};
