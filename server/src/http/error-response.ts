import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../platform/app-error.ts';
import type { Log } from '../platform/log.ts';
import { writeTrouble } from '../platform/storage-trouble.ts';
import { spokenVersion } from './api-version.ts';
import { problemContentType, problemFrom } from './problem.ts';

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** Turns what the framework, the disk or the database throws into an error a caller can act on. */
const appErrorFrom = (error: unknown): AppError | null => {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  switch (code) {
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('invalid_request', 'The request is not complete.', { cause: error });
    case 'SQLITE_BUSY':
      return new AppError('unavailable', 'The server is busy saving something else. Please try again.', {
        cause: error,
        headers: { 'Retry-After': '1' },
      });
    default:
      return storageErrorFrom(error);
  }
};

const storageErrorFrom = (error: unknown): AppError | null => {
  switch (writeTrouble(error)) {
    case 'full':
      return new AppError(
        'storage_full',
        'The disk is full, so nothing was saved. Free some space and try again.',
        { cause: error },
      );
    case 'read-only':
      return new AppError('read_only', 'The data folder cannot be written to, so nothing was saved.', {
        cause: error,
      });
    case 'failing':
      return new AppError(
        'unavailable',
        'The disk of the data folder reported an error, so nothing was saved. Please try again, and look after the disk if it stays so.',
        { cause: error },
      );
    case null:
      return codeOf(error).startsWith('SQLITE_IOERR')
        ? new AppError('unavailable', 'The disk of the data folder does not answer. Please try again.', {
            cause: error,
          })
        : null;
  }
};

/** Whether a client went away before its request or its answer was whole: its own doing, and nobody is there to answer. */
const isGone = (error: unknown, request: FastifyRequest, reply: FastifyReply): boolean =>
  (codeOf(error) === 'ECONNRESET' && request.raw.destroyed && !request.raw.complete) ||
  (error instanceof Error && error.name === 'AbortError' && reply.raw.destroyed);

/**
 * Whether a client gets its error as one sentence of plain text. Clients of version 8 take whatever is JSON for what they
 * asked for, whatever its status, and show an error only where it is none; those that name JSON get it.
 */
const wantsPlainText = ({ headers }: FastifyRequest): boolean =>
  spokenVersion(headers['accept-version']) === 8 && !/\bjson\b/i.test(headers.accept ?? '');

/**
 * Answers an error as a problem document, or as plain text where a client of version 8 cannot tell one from an answer; what
 * is not the caller's doing is logged once, with its cause.
 */
export const sendError = (
  error: unknown,
  context: { request: FastifyRequest; reply: FastifyReply; log: Log },
): void => {
  const { request, reply, log } = context;
  const known = appErrorFrom(error);
  // Who comes when too many do is told so; that is no trouble of the server.
  const isTurnedAway = known?.code === 'unavailable' && known.cause === undefined;
  if ((known === null || known.status >= 500) && !isTurnedAway && !isGone(error, request, reply)) {
    log.error('request failed', { request_id: request.id, method: request.method, error });
  }
  const shown = known ?? new AppError('internal', 'Something went wrong on the server. Its log says more.');
  reply.code(shown.status).headers(shown.headers);
  if (wantsPlainText(request)) {
    reply.header('Content-Type', 'text/plain; charset=utf-8').send(shown.message);
    return;
  }
  reply
    .header('Content-Type', problemContentType)
    .send(
      JSON.stringify(
        problemFrom({ code: shown.code, detail: shown.message, requestId: request.id, place: shown.place }),
      ),
    );
};
