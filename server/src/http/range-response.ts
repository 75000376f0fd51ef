import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../platform/app-error.ts';
import { closeOpened, type OpenedFile } from '../platform/open-inside.ts';
import { type ByteRange, parseByteRange } from './byte-range.ts';
import { isRangeWanted, judgeConditions } from './conditional.ts';
import { apiHeaders } from './security-headers.ts';
import { streamFile } from './stream-file.ts';

/** What an answer of bytes is sent with. */
export interface FileAnswer {
  /** Owned from here on: closed whatever happens. */
  readonly file: OpenedFile;
  /** Strong, with its quotes. */
  readonly etag: string;
  readonly contentType: string;
  /** Headers of its own, such as Content-Disposition. */
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
}

const commonHeaders = (answer: FileAnswer): Record<string, string> => ({
  ...apiHeaders,
  'Cache-Control': 'private, no-cache',
  'Accept-Ranges': 'bytes',
  ETag: answer.etag,
  'Last-Modified': new Date(Math.min(answer.file.mtimeMs, answer.nowMs)).toUTCString(),
  ...answer.headers,
});

const rangeOf = (request: FastifyRequest, answer: FileAnswer): ByteRange | 'whole' => {
  // RFC 9110 §14.2: ranges mean something for GET only.
  if (request.method !== 'GET') return 'whole';
  const current = { etag: answer.etag, lastModifiedMs: answer.file.mtimeMs, nowMs: answer.nowMs };
  if (!isRangeWanted(request.headers, current)) return 'whole';
  return parseByteRange(request.headers.range, answer.file.sizeBytes);
};

/**
 * Answers a GET or HEAD with (a part of) an open file, minding conditions and ranges. The file is closed in
 * every case; nothing is read for HEAD.
 * @throws AppError precondition_failed or range_not_satisfiable
 */
export const sendFile = async (
  exchange: { request: FastifyRequest; reply: FastifyReply },
  answer: FileAnswer,
): Promise<FastifyReply> => {
  const { request, reply } = exchange;
  const { file } = answer;
  let isHandedOver = false;
  try {
    const validators = { etag: answer.etag, lastModifiedMs: file.mtimeMs };
    const verdict = judgeConditions(request.headers, validators);
    if (verdict === 'failed') {
      throw new AppError('precondition_failed', 'The file is not the one that was asked for any more.');
    }
    const headers = commonHeaders(answer);
    if (verdict === 'not-modified') return reply.code(304).headers(headers).send();
    const range = rangeOf(request, answer);
    const part = range === 'whole' ? { start: 0, end: file.sizeBytes - 1 } : range;
    if (range !== 'whole') headers['Content-Range'] = `bytes ${range.start}-${range.end}/${file.sizeBytes}`;
    headers['Content-Type'] = answer.contentType;
    headers['Content-Length'] = String(part.end - part.start + 1);
    reply.hijack();
    reply.raw.writeHead(range === 'whole' ? 200 : 206, headers);
    if (request.method === 'HEAD' || file.sizeBytes === 0) {
      reply.raw.end();
      return reply;
    }
    isHandedOver = true;
    streamFile(reply.raw, file, part);
    return reply;
  } finally {
    if (!isHandedOver) await closeOpened(file);
  }
};
