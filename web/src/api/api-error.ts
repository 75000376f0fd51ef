import type { ErrorCode } from '@tonearm/contract';

/**
 * Why a call failed: a code of the contract, `unreachable` when no answer came (status 0), or
 * `unreadable` when the answer was not the server's own.
 */
export type ApiErrorCode = ErrorCode | 'unreachable' | 'unreadable';

/** A call that did not answer 2xx. `detail` is a sentence to show, empty when the server gave none. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly detail: string;
  /** Of a query: where it is wrong, in UTF-16 units. */
  at: number | null = null;

  constructor(status: number, code: ApiErrorCode, detail: string, options?: ErrorOptions) {
    super(`${status} ${code}: ${detail}`, options);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.detail = detail;
  }
}

/** Whether a call failed because the server could not be reached at all. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'unreachable';

/** Reads the error of an answer; one that is no problem document becomes `unreadable`. */
export async function errorFromResponse(response: Response): Promise<ApiError> {
  const problem: unknown = await response.json().catch(() => null);
  if (typeof problem !== 'object' || problem === null) return new ApiError(response.status, 'unreadable', '');
  const { code, detail, at } = problem as { code?: unknown; detail?: unknown; at?: unknown };
  const error = new ApiError(
    response.status,
    typeof code === 'string' ? (code as ErrorCode) : 'unreadable',
    typeof detail === 'string' ? detail : '',
  );
  if (typeof at === 'number') error.at = at;
  return error;
}
