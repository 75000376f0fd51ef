import type { MusicSong } from '../../../../library/read/music/music-reading.ts';
import { type ItemId, itemOf } from '../../ids.ts';
import { notFound } from '../../protocol-error.ts';
import type { BrowsingDeps } from './browsing-deps.ts';

/** An item by the id that an app sends. @throws ProtocolError notFound for no id */
export const item = (text: string): ItemId => {
  const found = itemOf(text);
  if (found === null) throw notFound();
  return found;
};

/** A song by the id that an app sends. @throws ProtocolError notFound */
export const createSongs =
  ({ music }: BrowsingDeps) =>
  async (text: string): Promise<MusicSong> => {
    const { kind, id } = item(text);
    const [found] = kind === 'song' ? await music.songsById([id]) : [];
    if (found == null) throw notFound('song');
    return found;
  };
