import { queryOptions } from '@tanstack/react-query';
import type { CarriedCorrections, Correction, ListedCorrection } from '@tonearm/contract';
import { call } from '../client.ts';

/** What was corrected, the newest first. */
export const correctionsQuery = () =>
  queryOptions<ListedCorrection[]>({
    queryKey: ['corrections'],
    queryFn: ({ signal }) => call('listCorrections', { signal }),
  });

/** Corrects something, in the background; lists hear of it by themselves. @returns its id. @throws ApiError */
export const makeCorrection = async (correction: Correction): Promise<number> =>
  (await call('makeCorrection', { body: correction })).id;

/** @throws ApiError correction_not_found */
export const undoCorrection = (id: number): Promise<undefined> =>
  call('undoCorrection', { path: String(id) });

/** All corrections, to be kept in a file. */
export const exportCorrections = (): Promise<CarriedCorrections> => call('exportCorrections');

/** @param file what was exported. @returns how many were added. @throws ApiError body_mismatch and others */
export const importCorrections = async (file: CarriedCorrections): Promise<number> =>
  (await call('importCorrections', { body: file })).added;

/** What corrections lead to: an artist, an album or a genre. */
export interface NamedThing {
  readonly id: string;
  readonly name: string;
  /** Who it is by, and when; empty where there is nothing to say. */
  readonly detail: string;
}

const mostFound = 8;

/** Artists, albums or genres with a text in their names. */
export async function findNamed(
  kind: 'artist' | 'album' | 'genre',
  text: string,
  signal: AbortSignal,
): Promise<readonly NamedThing[]> {
  if (kind === 'genre') {
    const all = await call('listMusicGenres', { query: { limit: 5000, order: 'songs' }, signal });
    const wanted = text.trim().toLowerCase();
    return all
      .filter(({ name }) => name.toLowerCase().includes(wanted))
      .slice(0, mostFound)
      .map(({ id, name }) => ({ id, name, detail: '' }));
  }
  const { artists, albums } = await call('findGroups', { query: { query: text, limit: mostFound }, signal });
  if (kind === 'artist') return artists.entries.map(({ id, name }) => ({ id, name, detail: '' }));
  return albums.entries.map(({ id, title, artist, year }) => ({
    id,
    name: title,
    detail: [artist, year ?? ''].filter((one) => one !== '').join(' · '),
  }));
}
