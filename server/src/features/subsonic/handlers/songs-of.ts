import type { MusicReading, MusicSong } from '../../../library/read/music/music-reading.ts';
import { itemOf } from '../ids.ts';
import { notFound } from '../protocol-error.ts';

/** Songs that one question to the library names. */
const mostAtOnce = 1000;

const inRuns = async <Found>(
  values: readonly string[],
  find: (run: readonly string[]) => Promise<readonly Found[]>,
): Promise<Found[]> => {
  const found: Found[] = [];
  for (let at = 0; at < values.length; at += mostAtOnce)
    found.push(...(await find(values.slice(at, at + mostAtOnce))));
  return found;
};

/** Any number of songs in their order, null for each that is not there. */
export const songsOf = (
  music: Pick<MusicReading, 'songsById'>,
  ids: readonly string[],
): Promise<(MusicSong | null)[]> => inRuns(ids, music.songsById);

/** Any number of songs by where they are, without those that are not there. */
export const songsAt = async (
  music: Pick<MusicReading, 'songsByPath'>,
  paths: readonly string[],
): Promise<MusicSong[]> => (await inRuns(paths, music.songsByPath)).filter((song) => song !== null);

/** Where any number of songs are, in their order. @throws ProtocolError notFound unless all of them are there */
export const pathsOf = async (
  music: Pick<MusicReading, 'songPaths'>,
  texts: readonly string[],
): Promise<string[]> =>
  (await inRuns(songIdsOf(texts), music.songPaths)).map((path) => {
    if (path === null) throw notFound('song');
    return path;
  });

/** What songs an app names, in that order; empty for what is no song. */
export const songIdsOf = (texts: readonly string[]): string[] =>
  texts.map((text) => {
    const item = itemOf(text);
    return item?.kind === 'song' ? item.id : '';
  });

/** The song an app names. @throws ProtocolError notFound */
export const songOf = async (music: Pick<MusicReading, 'songsById'>, text: string): Promise<MusicSong> => {
  const [song = null] = await music.songsById(songIdsOf([text]));
  if (song === null) throw notFound('song');
  return song;
};
