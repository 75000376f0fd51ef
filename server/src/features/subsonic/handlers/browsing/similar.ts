import { itemOf } from '../../ids.ts';
import { notFound } from '../../protocol-error.ts';
import { type Albums, createAlbums } from './albums.ts';
import { createSongs, item } from './asked-items.ts';
import type { BrowsingDeps } from './browsing-deps.ts';

/** Who an item leads to, and who is like them. @throws ProtocolError notFound */
export const createSimilarTo = (deps: BrowsingDeps, album: Albums) => {
  const { music, shaping } = deps;
  const song = createSongs(deps);

  /** The artist that an item leads to; null for what leads to none. @throws ProtocolError */
  const artistBehind = async (text: string): Promise<string | null> => {
    const wanted = item(text);
    if (wanted.kind === 'artist') return wanted.id;
    if (wanted.kind === 'song') return (await song(text)).credits[0]?.id ?? null;
    const node = await album(0, wanted).catch(() => null);
    if (node === null && wanted.kind === 'folder' && (await deps.apps.folder(wanted.id)) !== null)
      return null;
    if (node === null) throw notFound();
    return itemOf(String(node['artistId']))?.id ?? null;
  };

  return async (text: string): Promise<{ own: string | null; similar: readonly string[] }> => {
    const own = await artistBehind(text);
    const artist = own === null ? null : await music.artist(own);
    if (artist === null && own !== null && !shaping.isUnknown(own)) throw notFound('artist');
    return { own, similar: (artist?.similar ?? []).flatMap(({ id }) => (id === null ? [] : [id])) };
  };
};

/** The same for others that suggest songs. */
export const createSimilarity = (deps: BrowsingDeps) => createSimilarTo(deps, createAlbums(deps));
