import { type ErrorCode, errors, type Problem } from '@tonearm/contract';
import type { AppError } from '../platform/app-error.ts';

/** Content type of every error answer. */
export const problemContentType = 'application/problem+json; charset=utf-8';

/** The body of an error answer. */
export const problemFrom = (options: {
  code: ErrorCode;
  detail: string;
  requestId: string;
  place?: AppError['place'];
}): Problem => ({
  type: 'about:blank',
  title: errors[options.code].title,
  status: errors[options.code].status,
  code: options.code,
  detail: options.detail,
  ...options.place,
  request_id: options.requestId,
});
