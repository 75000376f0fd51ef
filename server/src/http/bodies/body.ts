import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Endpoint } from '@tonearm/contract';
import { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { type BodyReader, createBodyReader } from './body-reader.ts';
import { type BodySource, createBodySource } from './body-source.ts';
import { findFirstFault } from './first-fault.ts';
import { createListPacker, type ListPart } from './list-packer.ts';
import type { UploadGate, Visit } from './upload-gate.ts';

/** Largest JSON body unless the endpoint says otherwise, and largest one without its long list. */
const defaultBodyLimitBytes = 1024 * 1024;

/** A body that is to be read. */
export interface BodyRequest {
  readonly endpoint: Endpoint;
  readonly message: IncomingMessage;
  readonly gate: UploadGate;
  readonly clock: Pick<Clock, 'schedule'>;
  /** Whoever sends, as one among others: large bodies of one sender come one after the other. */
  readonly sender: string;
  /** Hears of every piece that was read. */
  readonly onBytes: (count: number) => void;
}

const isJsonType = (contentType: string | undefined): boolean =>
  /^application\/(?:[\w.-]+\+)?json(?:\s*;|\s*$)/i.test(contentType ?? '');

const tooLarge = (): AppError => new AppError('body_too_large', 'The body is larger than this call accepts.');

const checkHeaders = (headers: IncomingHttpHeaders, limitBytes: number): void => {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw new AppError('invalid_request', 'Compressed request bodies are not accepted.');
  }
  if (Number(headers['content-length'] ?? 0) > limitBytes) throw tooLarge();
  if (!isJsonType(headers['content-type'])) {
    throw new AppError('invalid_request', 'The body must be JSON, sent with Content-Type: application/json.');
  }
};

async function* piecesOf(
  source: BodySource,
  { visit, limitBytes, onBytes }: { visit: Visit; limitBytes: number; onBytes: BodyRequest['onBytes'] },
): AsyncGenerator<Buffer, undefined> {
  let receivedBytes = 0;
  for (let piece = await source.next(); piece !== null; piece = await source.next()) {
    receivedBytes += piece.length;
    onBytes(piece.length);
    if (receivedBytes > limitBytes) throw tooLarge();
    await visit.grow(receivedBytes);
    yield piece;
  }
  if (receivedBytes === 0) throw new AppError('invalid_json', 'The body is missing.');
}

/** Reads a body; stops after each piece. */
async function* readPieces(request: BodyRequest, reader: BodyReader): AsyncGenerator<undefined, undefined> {
  const { endpoint, message, gate, onBytes } = request;
  const limitBytes = endpoint.bodyLimitBytes ?? defaultBodyLimitBytes;
  checkHeaders(message.headers, limitBytes);
  const visit = gate.visit(request.sender);
  const source = createBodySource(message, request.clock);
  try {
    await visit.grow(Number(message.headers['content-length'] ?? 0));
    for await (const piece of piecesOf(source, { visit, limitBytes, onBytes })) {
      reader.take(piece);
      yield;
    }
  } finally {
    source.stop();
    visit.leave();
  }
}

const checked = (endpoint: Endpoint, value: unknown): unknown => {
  const schema = endpoint.body ?? z.undefined();
  const fault = findFirstFault(schema, value);
  const result = fault === null ? schema.safeParse(value) : null;
  if (result?.success === true) return result.data;
  const path = fault ?? result?.error.issues[0]?.path ?? [];
  const where = path.length === 0 ? 'The body' : `The field ${path.join('.')}`;
  throw new AppError('invalid_request', `${where} is missing or of the wrong kind.`);
};

/**
 * The body of a call, checked against its endpoint. Unknown fields are dropped.
 * @throws AppError invalid_request, invalid_json, body_too_large or unavailable
 */
export const readBody = async (request: BodyRequest): Promise<unknown> => {
  const reader = createBodyReader();
  const pieces = readPieces(request, reader);
  while ((await pieces.next()).done !== true);
  return checked(request.endpoint, reader.end());
};

/** What the contract says of an entry of a long list. */
const entrySchemaOf = (schema: z.ZodType | undefined, field: string): z.ZodType => {
  const list = schema instanceof z.ZodObject ? schema.shape[field] : undefined;
  if (!(list instanceof z.ZodArray)) throw new TypeError(`The contract has no list ${field}.`);
  return list.element as z.ZodType;
};

/**
 * The long list of a body, as it arrives: each entry is checked, and the rest of the body at the end. Whoever
 * takes it must not act on it before it ended.
 * @throws AppError as {@link readBody}
 */
export async function* readLongList(request: BodyRequest): AsyncGenerator<ListPart, undefined> {
  const { endpoint } = request;
  const { field, most } = endpoint.longList ?? { field: '', most: 0 };
  const packer = createListPacker({ field, most, schema: entrySchemaOf(endpoint.body, field) });
  const reader = createBodyReader({ field, onText: packer.take });
  for await (const _ of readPieces(request, reader)) yield* packer.finished(false);
  checked(endpoint, reader.end());
  yield* packer.finished(true);
}
