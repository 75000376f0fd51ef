import type { Picture, SongTags } from '@tonearm/song-files';
import type { SongFormat } from '../samples/build-song.ts';

/** A song as it lies on disk. */
export interface WrittenSong {
  /** Inside the library, with `/`; bytes that are not UTF-8 show as replacement characters. */
  path: string;
  /** The same as bytes. */
  rawPath: Buffer;
  /** Of the host, as bytes; every function of `node:fs` takes it. */
  hostPath: Buffer;
  format: SongFormat;
  tags: SongTags;
  /** Nominal; decoders may differ by up to 0.1 s. */
  durationSeconds: number;
  sizeBytes: number;
  picture?: Picture;
}

/** An album as it lies on disk. */
export interface WrittenAlbum {
  name: string;
  /** Inside the library. */
  folder: string;
  songs: WrittenSong[];
  /** Of the picture beside the songs, inside the library. */
  coverPath?: string;
}

/** What {@link LibraryBuilder.writeTo} wrote. */
export interface WrittenLibrary {
  /** Absolute. */
  root: string;
  /** In the order in which the test named them. */
  songs: WrittenSong[];
  albums: WrittenAlbum[];
  /** Everything that is not a song, inside the library. */
  otherFiles: string[];
  /**
   * The song with this path or title.
   * @throws Error when there is none
   */
  song: (pathOrTitle: string) => WrittenSong;
  /**
   * The album with this name.
   * @throws Error when there is none
   */
  album: (name: string) => WrittenAlbum;
}

/** Adds the look-ups to what was written. */
export function withLookUps(written: Omit<WrittenLibrary, 'song' | 'album'>): WrittenLibrary {
  return {
    ...written,
    song(wanted) {
      const found = written.songs.find(({ path, tags }) => path === wanted || tags.title === wanted);
      if (!found) throw new Error(`the library has no song ${wanted}`);
      return found;
    },
    album(wanted) {
      const found = written.albums.find(({ name }) => name === wanted);
      if (!found) throw new Error(`the library has no album ${wanted}`);
      return found;
    },
  };
}
