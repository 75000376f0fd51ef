import type { Handlers } from '../../call.ts';
import { wireId } from '../../ids.ts';
import type { Node } from '../../wire/tree.ts';
import type { Albums } from './albums.ts';
import { item } from './asked-items.ts';
import type { BrowsingDeps } from './browsing-deps.ts';
import { createSimilarTo } from './similar.ts';

/** What is known beside, computed here. */
export const createInfoHandlers = (
  deps: BrowsingDeps,
  album: Albums,
): Pick<Handlers, 'getArtistInfo' | 'getArtistInfo2' | 'getAlbumInfo' | 'getAlbumInfo2'> => {
  const { music, shaping } = deps;

  const similarTo = createSimilarTo(deps, album);
  const similar = async (text: string, count: number) => (await similarTo(text)).similar.slice(0, count);

  const albumInfo = async (text: string): Promise<Node> => {
    const node = await album(0, item(text)).catch(async (error: unknown) => {
      const { kind, id } = item(text);
      if (kind === 'folder' && (await deps.apps.folder(id)) !== null) return {};
      throw error;
    });
    const brainz = (node as Node)['musicBrainzId'];
    return { albumInfo: { musicBrainzId: brainz === '' ? undefined : brainz } };
  };

  return {
    getArtistInfo: async ({ parameters }) => {
      const ids = await similar(parameters.id, parameters.count);
      const found = (await music.artistsById(ids)).filter((artist) => artist !== null);
      return {
        artistInfo: { similarArtist: found.map(({ id, name }) => ({ id: wireId('artist', id), name })) },
      };
    },
    getArtistInfo2: async ({ caller, parameters }) => {
      const ids = await similar(parameters.id, parameters.count);
      const found = (await music.artistsById(ids)).filter((artist) => artist !== null);
      return { artistInfo2: { similarArtist: await shaping.told(caller.userId, shaping.artists(found)) } };
    },
    getAlbumInfo: ({ parameters }) => albumInfo(parameters.id),
    getAlbumInfo2: ({ parameters }) => albumInfo(parameters.id),
  };
};
