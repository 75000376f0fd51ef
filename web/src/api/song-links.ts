import type { QueryClient } from '@tanstack/react-query';
import type { SongLinks } from '@tonearm/contract';
import { call } from './client.ts';
import { collectionKey } from './collection.ts';

/** Paths in one call; the contract takes a few more. */
const pathsPerCall = 500;

/** Links stay at hand for as long as somebody may scroll back to them. */
const keptMs = 30 * 60_000;

const linksKey = (path: string) => [...collectionKey, 'links', path] as const;

/** Where a song leads, if that was asked before; null for a song that leads nowhere. */
export const knownLinks = (queries: QueryClient, path: string): SongLinks | null | undefined =>
  queries.getQueryData<SongLinks | null>(linksKey(path));

/**
 * Asks where songs lead, those that are not known yet, in one call for many.
 * @returns whether anything new is known
 * @throws ApiError when the server does not say
 */
export async function askForLinks(queries: QueryClient, paths: readonly string[]): Promise<boolean> {
  const asked = [...new Set(paths)].filter((path) => isToAsk(queries, path));
  for (let begin = 0; begin < asked.length; begin += pathsPerCall) {
    const some = asked.slice(begin, begin + pathsPerCall);
    const found = new Map(
      (await call('linkSongs', { body: { paths: some } })).map((links) => [links.path, links]),
    );
    for (const path of some) queries.setQueryData(linksKey(path), found.get(path) ?? null);
  }
  return asked.length > 0;
}

/** Not asked yet, or before the collection changed. */
function isToAsk(queries: QueryClient, path: string): boolean {
  queries.setQueryDefaults([...collectionKey, 'links'], { gcTime: keptMs });
  const state = queries.getQueryState(linksKey(path));
  return state?.data === undefined || state.isInvalidated;
}
