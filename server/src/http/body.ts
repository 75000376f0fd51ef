import type { Endpoint } from '@tonearm/contract';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../platform/app-error.ts';
import { findStructureFault, type StructureFault } from './json-structure.ts';

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

const isJsonType = (contentType: string | undefined): boolean =>
  /^application\/(?:[\w.-]+\+)?json(?:\s*;|\s*$)/i.test(contentType ?? '');

const faultSentences: Readonly<Record<StructureFault, string>> = {
  too_deep: 'The body is nested too deeply.',
  duplicate_key: 'The body names a field twice.',
};

const parse = (bytes: Buffer): unknown => {
  const fault = findStructureFault(bytes);
  if (fault !== null) throw new AppError('invalid_json', faultSentences[fault]);
  try {
    return JSON.parse(strictUtf8.decode(bytes)) as unknown;
  } catch (error) {
    throw new AppError('invalid_json', 'The body could not be read as JSON.', { cause: error });
  }
};

/**
 * The body of a call, checked against its endpoint. Unknown fields are dropped.
 * @returns undefined for endpoints that take none, whatever was sent
 * @throws AppError invalid_request or invalid_json
 */
export const readJsonBody = (endpoint: Endpoint, request: FastifyRequest): unknown => {
  if (endpoint.body === undefined) return undefined;
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw new AppError('invalid_request', 'Compressed request bodies are not accepted.');
  }
  if (!isJsonType(request.headers['content-type'])) {
    throw new AppError('invalid_request', 'The body must be JSON, sent with Content-Type: application/json.');
  }
  if (!Buffer.isBuffer(request.body)) throw new AppError('invalid_json', 'The body is missing.');
  const result = endpoint.body.safeParse(parse(request.body));
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const where =
    issue === undefined || issue.path.length === 0 ? 'The body' : `The field ${issue.path.join('.')}`;
  throw new AppError('invalid_request', `${where} is missing or of the wrong kind.`);
};
