import { texts } from '../texts/index.ts';
import { ApiError, isUnreachable } from './api-error.ts';

/** What to tell about a call that failed: the server's own sentence when it gave one. */
export function sentenceOf(error: unknown): string {
  if (isUnreachable(error)) return texts.app.unreachable;
  return (error instanceof ApiError && error.detail) || texts.app.somethingWrong;
}
