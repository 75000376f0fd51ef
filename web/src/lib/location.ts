import { useSyncExternalStore } from 'react';
import { pushPage } from './layer-history.ts';

/**
 * A place in the client: the segments of its hash route, decoded. `#/playlist/a%2Fb` is
 * `['playlist', 'a/b']`; the root is `[]`.
 */
export type Segments = readonly string[];

/**
 * Reads the hash of an address. What stands after a second `#` or after a `?` belongs to the last
 * segment: people and older links leave those characters as they are. Text that is not valid percent
 * encoding is taken literally.
 */
export function parseHash(hash: string): Segments {
  const path = hash.replace(/^#/, '').replace(/^\//, '');
  if (path === '') return [];
  return path.split('/').map(decodeSegment);
}

/** The hash route of a place; `parseHash` reads it back exactly, whatever the segments hold. */
export function formatHash(segments: Segments): string {
  return `#/${segments.map((segment) => encodeURIComponent(segment.toWellFormed())).join('/')}`;
}

function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** How to get to a place: a new entry of the history, or in the place of the present one. */
export interface NavigateOptions {
  readonly replace?: boolean;
}

/** Goes to a hash route (`#/random`, as the functions of `paths` give it). Going where one is does nothing. */
export function navigate(href: string, { replace = false }: NavigateOptions = {}): void {
  if (href === window.location.hash) return;
  const tell = () => void window.dispatchEvent(new HashChangeEvent('hashchange'));
  if (!replace) {
    pushPage(href, tell);
    return;
  }
  window.history.replaceState(window.history.state, '', href);
  tell();
}

/** Whether one is at a place right now, however its address was written. */
export const isAt = (href: string): boolean => formatHash(parseHash(window.location.hash)) === href;

const subscribe = (changed: () => void) => {
  window.addEventListener('hashchange', changed);
  window.addEventListener('popstate', changed);
  return () => {
    window.removeEventListener('hashchange', changed);
    window.removeEventListener('popstate', changed);
  };
};

/** The hash of the page as it stands in the address; renders again when it changes. */
export const useHash = (): string => useSyncExternalStore(subscribe, () => window.location.hash);
