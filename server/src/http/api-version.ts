import { AppError } from '../platform/app-error.ts';

/** Versions of the API that are answered. */
export type ApiVersion = 7 | 8;

/** Request header by which a client says which version it speaks. */
export const versionHeader = 'Accept-Version';

type HeaderValue = string | string[] | undefined;

const wholeNumber = /^[+-]?\d+$/;

/** The version a client speaks: 8 when it says so, else 7, whatever it says. */
export const spokenVersion = (header: HeaderValue): ApiVersion =>
  wholeNumber.test(String(header)) && Number(header) === 8 ? 8 : 7;

/**
 * The version of which a client wants an answer, where the two differ. Clients of version 7 do not say any.
 * @throws AppError invalid_api_version or unsupported_api_version
 */
export const wantedVersion = (header: HeaderValue): ApiVersion => {
  if (header === undefined) return 7;
  const text = String(header);
  if (!/^[\x20-\x7e]*$/.test(text)) {
    throw new AppError('invalid_api_version', 'Could not read API version header');
  }
  if (!wholeNumber.test(text)) {
    throw new AppError('invalid_api_version', 'Could not parse API version header');
  }
  const number = Number(text);
  if (number !== 7 && number !== 8) throw new AppError('unsupported_api_version', 'Unsupported API version');
  return number;
};

/** What answers at an address, by version: the one of 8 only where the two differ. */
export interface Versions<T> {
  readonly plain: T;
  readonly eighth?: T;
}

/**
 * Puts what has the same key together.
 * @param isEighth whether one is of version 8; where it stands alone, it answers whoever asks
 */
export const byVersion = <T>(
  all: readonly T[],
  keyOf: (one: T) => string,
  isEighth: (one: T) => boolean,
): Versions<T>[] =>
  [...Map.groupBy(all, keyOf).values()].flatMap((group) => {
    const eighth = group.find(isEighth);
    const plain = group.find((one) => !isEighth(one)) ?? eighth;
    if (plain === undefined) return [];
    return [{ plain, ...(eighth === undefined || eighth === plain ? {} : { eighth }) }];
  });
