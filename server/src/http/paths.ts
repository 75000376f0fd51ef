import { type Endpoint, endpoints } from '@tonearm/contract';

/** Root of all calls. */
export const apiRoot = '/api';

/** Root of the calls of apps that speak the Subsonic protocol. */
export const restRoot = '/rest';

/** How an endpoint's path is split for the router. */
export interface PathShape {
  /** Fixed part below the API root, without a trailing slash: `/browse`. */
  readonly fixed: string;
  /** `none`, one `segment`, or the `rest`. */
  readonly parameter: 'none' | 'segment' | 'rest';
  readonly isOptional: boolean;
  /** What follows the parameter, for the router: `/albums`, `/by/:second`, or nothing. */
  readonly behind: string;
}

/** Reads a contract path such as `/browse/{path*?}` or `/genre/{name}/albums`. */
export const pathShapeOf = (path: string): PathShape => {
  const match = /^(.*?)\/\{\w+(\*?)(\??)\}(.*)$/.exec(path);
  if (match === null) return { fixed: path, parameter: 'none', isOptional: false, behind: '' };
  return {
    fixed: match[1] ?? '',
    parameter: match[2] === '*' ? 'rest' : 'segment',
    isOptional: match[3] === '?',
    behind: (match[4] ?? '').replace(/\{\w+\}/, ':second'),
  };
};

const shapes = Object.values(endpoints).map((endpoint) => pathShapeOf(endpoint.path));

const prefixOf = ({ fixed }: PathShape): string => `${apiRoot}${fixed}/`;

/** Prefixes below which the router tells calls apart by what follows the parameter. */
const splitPrefixes = new Set(shapes.filter(({ behind }) => behind !== '').map(prefixOf));

/** Fixed parts of all endpoints that take a parameter, longest first. */
const parameterPrefixes = [
  ...new Set(shapes.filter((shape) => shape.parameter !== 'none').map(prefixOf)),
].sort((a, b) => b.length - a.length);

const withoutBasePath = (path: string, basePath: string): string => {
  if (basePath === '') return path;
  if (path === basePath) return '/';
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;
};

/**
 * The request target as the router gets it. The base path is taken off (a proxy may have done so), and
 * below the API and what apps call repeated slashes merge and a trailing one is dropped. A path parameter travels through
 * the router as one encoded segment, so that it is decoded once and by us (see decode-path).
 */
export const routerTarget = (target: string, basePath: string): string => {
  const queryAt = target.indexOf('?');
  const query = queryAt === -1 ? '' : target.slice(queryAt);
  const whole = queryAt === -1 ? target : target.slice(0, queryAt);
  const path = withoutBasePath(whole, basePath);
  const merged = path.replace(/\/{2,}/g, '/');
  if (merged.startsWith(`${restRoot}/`)) return `${merged.replace(/\/$/, '')}${query}`;
  if (merged !== apiRoot && !merged.startsWith(`${apiRoot}/`)) return `${path}${query}`;
  const trimmed = merged.replace(/\/$/, '');
  const prefix = parameterPrefixes.find((candidate) => trimmed.startsWith(candidate));
  if (prefix === undefined) return `${trimmed}${query}`;
  const rest = trimmed.slice(prefix.length);
  const encoded = splitPrefixes.has(prefix)
    ? rest.split('/').map(encodeURIComponent).join('/')
    : encodeURIComponent(rest);
  return `${prefix}${encoded}${query}`;
};

/** Whether a router target, without its query, is an address of an endpoint. */
const isAddressOf = (path: string, endpoint: Endpoint): boolean => {
  const shape = pathShapeOf(endpoint.path);
  const fixed = `${apiRoot}${shape.fixed}`;
  if (path === fixed) return shape.parameter === 'none' || shape.isOptional;
  if (shape.parameter === 'none' || !path.startsWith(`${fixed}/`)) return false;
  // A parameter is one encoded segment here, whatever it holds.
  const [, ...behind] = path.slice(fixed.length + 1).split('/');
  const [, ...expected] = shape.behind.split('/');
  return (
    behind.length === expected.length &&
    expected.every((part, at) => part.startsWith(':') || part === behind[at])
  );
};

/**
 * The methods that an address takes, HEAD beside GET.
 * @param path as it comes from `routerTarget`, without the query
 * @returns empty when there is nothing at the address
 */
export const allowedMethods = (path: string): string[] => {
  const table: Readonly<Record<string, Endpoint>> = endpoints;
  const methods = Object.values(table)
    .filter((endpoint) => isAddressOf(path, endpoint))
    .flatMap((endpoint) => (endpoint.method === 'GET' ? ['GET', 'HEAD'] : [endpoint.method]));
  return [...new Set(methods)];
};
