import { useQueryClient } from '@tanstack/react-query';
import type { SongLinks } from '@tonearm/contract';
import { useEffect, useReducer } from 'react';
import { ApiError } from '../api/api-error.ts';
import { askForLinks, knownLinks } from '../api/song-links.ts';

/** Songs that are only scrolled past are not asked about, in milliseconds. */
const settleMs = 80;

/** Where songs lead, as far as it is known. */
export interface KnownLinks {
  readonly linksOf: (path: string) => SongLinks | undefined;
  /** Another number when more is known. */
  readonly version: number;
}

/**
 * Where songs lead: asked for together, once they have been shown for a moment, and kept. Until the answer is
 * there, and where it does not come, folders stand in.
 */
export function useSongLinks(paths: readonly string[]): KnownLinks {
  const queries = useQueryClient();
  const [version, tell] = useReducer((count: number) => count + 1, 0);
  const name = paths.join('\n');
  useEffect(() => {
    if (name === '') return;
    let isWanted = true;
    const ask = async () => {
      try {
        if ((await askForLinks(queries, name.split('\n'))) && isWanted) tell();
      } catch (cause) {
        // Without an answer folders stand in, and whoever shows the songs again asks again.
        if (!(cause instanceof ApiError)) throw cause;
      }
    };
    const timer = setTimeout(() => void ask(), settleMs);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [queries, name]);
  return { linksOf: (path) => knownLinks(queries, path) ?? undefined, version };
}

/** `useSongLinks` for one song, or none. */
export function useLinksOf(path: string | null): SongLinks | undefined {
  const { linksOf } = useSongLinks(path === null ? [] : [path]);
  return path === null ? undefined : linksOf(path);
}
