import { AppError } from '../platform/app-error.ts';

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** The server stops, starts, takes no more connections, went over to another machine, or ended an idle transaction. */
const awayCodes =
  /^(08...|57P0[1-3]|53300|25P0[23]|25006|ECONN\w+|EPIPE|ENOENT|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;

/** What the driver says without a code. */
const awayWords =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered|Client was closed)/;

/** Somebody else held what it needed for too long. */
const busyCodes = /^(55P03|57014|40001|40P01)$/;

/** Whether an answer was waited for in vain: the connection is of no use any more. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';

/** Whether the server could not be reached, or let go of us. */
const isPostgresAway = (error: unknown): boolean =>
  error instanceof Error &&
  (awayCodes.test(codeOf(error)) || (codeOf(error) === '' && awayWords.test(error.message)));

/**
 * What is told in place of what the driver threw: that the database is away or busy is an answer with a time to come
 * again; everything else stays as it is, with PostgreSQL's own code.
 */
export const explainPostgres = (error: unknown): unknown => {
  if (isPostgresAway(error)) {
    return new AppError('unavailable', 'The database does not answer. Please try again in a moment.', {
      cause: error,
      headers: { 'Retry-After': '2' },
    });
  }
  if (busyCodes.test(codeOf(error))) {
    return new AppError('unavailable', 'The server is busy saving something else. Please try again.', {
      cause: error,
      headers: { 'Retry-After': '1' },
    });
  }
  return error;
};
