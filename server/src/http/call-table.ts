import type { PathShape } from './paths.ts';

/** What answers at an address, with the parameters of the path as they came, each one encoded segment. */
interface Found<T> {
  readonly what: T;
  readonly parameter: string;
  readonly second: string;
}

/** Finds what answers a request. */
export interface CallTable<T> {
  /** @param path as it comes from `routerTarget`, without the query; null where nothing answers */
  find(method: string, path: string): Found<T> | null;
}

/** An address with a parameter: what follows it, an empty text where a second parameter stands. */
interface Open<T> {
  readonly behind: readonly string[];
  readonly what: T;
}

interface OfMethod<T> {
  readonly plain: Map<string, T>;
  /** By their fixed parts. */
  readonly open: Map<string, Open<T>[]>;
}

/** Letters, digits and signs that mean the same encoded and not (RFC 3986, 2.3). */
const unreserved = /%(?:2[DE]|3\d|4[1-9A-F]|5[\dAF]|6[1-9A-F]|7[\dAE])/gi;

const isSecond = (part: string): boolean => part.startsWith(':');

const fits = (expected: readonly string[], given: readonly string[]): boolean =>
  expected.length === given.length &&
  expected.every((part, at) => (isSecond(part) ? given[at] !== '' : part === given[at]));

const foundOf = <T>({ behind, what }: Open<T>, [first = '', ...rest]: readonly string[]): Found<T> => ({
  what,
  parameter: decodeURIComponent(first),
  second: decodeURIComponent(rest[behind.findIndex(isSecond)] ?? ''),
});

const findOpen = <T>(open: OfMethod<T>['open'], path: string): Found<T> | null => {
  // The longest fixed part first: what is named goes before what may be anything.
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const candidates = open.get(path.slice(0, end));
    if (candidates === undefined) continue;
    const parts = path.slice(end + 1).split('/');
    const [first, ...given] = parts;
    const one = first === '' ? undefined : candidates.find(({ behind }) => fits(behind, given));
    if (one !== undefined) return foundOf(one, parts);
  }
  return null;
};

/**
 * Puts calls in a table by their addresses. The framework's router would do as well, but giving it each address took
 * a sixth of the time to the first answer.
 * @param root what all paths begin with
 */
export const createCallTable = <T>(
  root: string,
  calls: readonly { readonly method: string; readonly shape: PathShape; readonly what: T }[],
): CallTable<T> => {
  const methods = new Map<string, OfMethod<T>>();
  for (const { method, shape, what } of calls) {
    const of = methods.get(method) ?? { plain: new Map(), open: new Map() };
    methods.set(method, of);
    const fixed = `${root}${shape.fixed}`;
    if (shape.parameter === 'none' || shape.isOptional) of.plain.set(fixed, what);
    if (shape.parameter === 'none') continue;
    const behind = shape.behind === '' ? [] : shape.behind.slice(1).split('/');
    of.open.set(fixed, [...(of.open.get(fixed) ?? []), { behind, what }]);
  }
  return {
    find: (method, encoded) => {
      const path = encoded.includes('%') ? encoded.replace(unreserved, decodeURIComponent) : encoded;
      const of = methods.get(method === 'HEAD' ? 'GET' : method);
      if (of === undefined) return null;
      const plain = of.plain.get(path);
      return plain === undefined ? findOpen(of.open, path) : { what: plain, parameter: '', second: '' };
    },
  };
};
