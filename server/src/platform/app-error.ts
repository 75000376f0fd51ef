import { type ErrorCode, errors } from '@tonearm/contract';

/**
 * An error that a caller can act on. The code decides the HTTP status; the message is a sentence for a
 * person and must never hold a path of the host, SQL or a secret.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** Extra response headers, such as Retry-After. */
  readonly headers: Readonly<Record<string, string>>;
  /** Where a query is wrong, and what was expected there. */
  readonly place: { readonly at: number; readonly expected: string } | null;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      cause?: unknown;
      headers?: Readonly<Record<string, string>>;
      place?: AppError['place'];
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.headers = options.headers ?? {};
    this.place = options.place ?? null;
  }

  /** HTTP status of this error. */
  get status(): number {
    return errors[this.code].status;
  }
}
