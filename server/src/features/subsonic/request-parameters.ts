import type { IncomingMessage } from 'node:http';
import { AppError } from '../../platform/app-error.ts';

/** Largest form: 200,000 ids fit. */
export const formLimitBytes = 16 * 1024 * 1024;

/** Whether a request brings parameters in its body. Any other body is not looked at. */
export const hasForm = ({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean =>
  method === 'POST' &&
  /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(headers['content-type'] ?? '') &&
  (headers['content-encoding'] ?? 'identity') === 'identity';

/** Whether a request brings JSON in its body. */
export const hasJson = ({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean =>
  method === 'POST' &&
  /^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '') &&
  (headers['content-encoding'] ?? 'identity') === 'identity';

/** Largest JSON: what an app tells of what it plays. */
export const jsonLimitBytes = 256 * 1024;

/** @throws AppError body_too_large */
export const assertFormSize = (bytes: number, limitBytes = formLimitBytes): void => {
  if (bytes > limitBytes) throw new AppError('body_too_large', 'The form is larger than is accepted.');
};

/** Parameters of an address and a form together, those of the address first. */
export const mergeParameters = (url: string, form: string): URLSearchParams => {
  const queryAt = url.indexOf('?');
  const query = queryAt === -1 ? '' : url.slice(queryAt + 1);
  return new URLSearchParams(form === '' ? query : `${query}&${form}`);
};
