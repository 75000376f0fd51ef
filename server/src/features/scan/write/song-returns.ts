import type { Library } from '../../../library/write/library.ts';
import { songDocument } from './song-document.ts';

/** Marks a song that was missing as there again. Call inside a batch; the folder is refreshed by the caller. */
export const restoreSong = (library: Library, songId: number, folderPath: string): void => {
  library.songs.restore(songId);
  putInSearch(library, songId, folderPath);
};

/** Gives a stored song to search, under the folder it is in now. Call inside a batch. */
export const putInSearch = ({ songs, search }: Library, songId: number, folderPath: string): void => {
  const song = songs.searchable(songId);
  if (song !== null) search.putSong(songId, songDocument(folderPath, song));
};
