import type { Socket } from 'node:net';
import { type ErrorCode, errors } from '@tonearm/contract';
import { problemContentType, problemFrom } from './problem.ts';
import { nextRequestId } from './request-id.ts';

// oxlint-disable-next-line no-restricted-properties -- an import loads all that the module can do, a client of its own among it
const { STATUS_CODES } = process.getBuiltinModule('node:http');

const trouble = (code: string | undefined): { code: ErrorCode; detail: string } => {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return { code: 'headers_too_large', detail: 'The address or the headers are too long.' };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { code: 'request_timeout', detail: 'The request took too long to arrive.' };
    default:
      return { code: 'invalid_request', detail: 'The request is not valid HTTP.' };
  }
};

/** Answers what never became a request: bytes that are not HTTP, headers too long or too slow. */
export const answerClientError = (error: Error & { code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const { code, detail } = trouble(error.code);
  const body = JSON.stringify(problemFrom({ code, detail, requestId: nextRequestId() }));
  const { status } = errors[code];
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Type: ${problemContentType}\r\n` +
      `X-Content-Type-Options: nosniff\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
};
