import { routes } from 'virtual:contract-routes';
import type { EndpointName } from '@tonearm/contract';

/** Values of a query string; undefined ones are left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** Percent-encodes one path segment. Half surrogate pairs, which no address can hold, become U+FFFD. */
const encodeSegment = (value: string): string => encodeURIComponent(value.toWellFormed());

/**
 * Address of a call, below the folder that serves the page, so that it also works below a sub-path.
 * `parameter` becomes one encoded segment; `base` is the address of the page.
 */
export function addressOf(
  name: EndpointName,
  parameter: string | undefined,
  query: Query,
  base: string = document.baseURI,
): string {
  const template = routes[name].slice(routes[name].indexOf('/') + 1);
  const filled = template.replace(/\{.*\}/, parameter === undefined ? '' : encodeSegment(parameter));
  const url = new URL(`api/${filled.replace(/\/$/, '')}`, base);
  url.hash = '';
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(key, String(value));
  }
  return url.href;
}
