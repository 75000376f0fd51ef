import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Endpoint } from '@tonearm/contract';
import { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ApiVersion } from '../api-version.ts';
import { createBodyReader } from './body-reader.ts';
import { type BodySource, createBodySource } from './body-source.ts';
import { findFirstFault } from './first-fault.ts';
import { createListPacker, type ListPart } from './list-packer.ts';
import { boundaryOf, type FormPart, readForm } from './multipart.ts';
import type { UploadGate, Visit } from './upload-gate.ts';

/** Largest JSON body unless the endpoint says otherwise, and largest one without its long list. */
const defaultBodyLimitBytes = 1024 * 1024;

/** A body that is to be read. */
export interface BodyRequest {
  readonly endpoint: Endpoint;
  /** Version 8 tells a body of another kind and one that does not fit from one that is broken. */
  readonly version: ApiVersion;
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

const checkHeaders = (
  headers: IncomingHttpHeaders,
  { limitBytes, version, isJson }: { limitBytes: number; version: ApiVersion; isJson: boolean },
): void => {
  const code = version === 8 ? 'unsupported_body' : 'invalid_request';
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw new AppError(code, 'Compressed request bodies are not accepted.');
  }
  if (Number(headers['content-length'] ?? 0) > limitBytes) throw tooLarge();
  if (isJson && !isJsonType(headers['content-type'])) {
    throw new AppError(code, 'The body must be JSON, sent with Content-Type: application/json.');
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
async function* readPieces(
  request: BodyRequest,
  reader: { take: (piece: Buffer) => void },
): AsyncGenerator<undefined, undefined> {
  const { endpoint, message, gate, onBytes } = request;
  const limitBytes = endpoint.bodyLimitBytes ?? defaultBodyLimitBytes;
  checkHeaders(message.headers, {
    limitBytes,
    version: request.version,
    isJson: endpoint.upload === undefined,
  });
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

/** What version 8 calls a fault of a body that is JSON and does not fit. */
const inVersion = (version: ApiVersion, error: unknown): unknown =>
  version === 8 && error instanceof AppError && error.code === 'invalid_request'
    ? new AppError('body_mismatch', error.message, { cause: error })
    : error;

/**
 * The body of a call, checked against its endpoint. Unknown fields are dropped.
 * @throws AppError invalid_json, body_too_large or unavailable; invalid_request, in version 8 unsupported_body or
 * body_mismatch
 */
export const readBody = async (request: BodyRequest): Promise<unknown> => {
  const reader = createBodyReader();
  const pieces = readPieces(request, reader);
  try {
    while ((await pieces.next()).done !== true);
    return checked(request.endpoint, reader.end());
  } catch (error) {
    throw inVersion(request.version, error);
  }
};

/** Files of a form: more than this is no set of playlists that somebody picked. */
const mostFiles = 10_000;

/**
 * The files of a form. They are held in memory: the limit of the endpoint is theirs together.
 * @throws AppError body_too_large or unavailable; invalid_request, in version 8 unsupported_body
 */
export const readFiles = async (request: BodyRequest): Promise<readonly FormPart[]> => {
  const boundary = boundaryOf(request.message.headers['content-type']);
  if (boundary === null) {
    const code = request.version === 8 ? 'unsupported_body' : 'invalid_request';
    throw new AppError(code, 'The body must be a form, sent with Content-Type: multipart/form-data.');
  }
  const pieces: Buffer[] = [];
  const taken = readPieces(request, { take: (piece) => pieces.push(piece) });
  while ((await taken.next()).done !== true);
  const files = readForm(Buffer.concat(pieces), boundary, mostFiles);
  if (files === null) throw new AppError('invalid_request', 'The form is not whole.');
  return files;
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
  try {
    for await (const _ of readPieces(request, reader)) yield* packer.finished(false);
    checked(endpoint, reader.end());
    yield* packer.finished(true);
  } catch (error) {
    throw inVersion(request.version, error);
  }
}
