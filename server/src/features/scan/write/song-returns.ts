import { type Library, listOf } from '../../../library/write/library.ts';

/** Marks a song that was missing as there again. Call inside a batch; the folder is refreshed by the caller. */
export const restoreSong = (library: Library, songId: number, folderPath: string): void => {
  library.songs.restore(songId);
  putInSearch(library, songId, folderPath);
};

/** Gives a stored song to search, under the folder it is in now. Call inside a batch. */
export const putInSearch = ({ songs, search }: Library, songId: number, folderPath: string): void => {
  const song = songs.searchable(songId);
  if (song === null) return;
  search.putSong(songId, {
    folderPath,
    name: song.name,
    title: song.title,
    artists: listOf(song.artists),
    albumArtists: listOf(song.albumArtists),
    album: song.album,
  });
};
