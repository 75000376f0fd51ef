import type { Song } from '@tonearm/contract';

/** A file of the collection on the host, found by looking a virtual path up. */
export interface CollectionFile {
  /** Absolute path as bytes: names need not be UTF-8. */
  readonly realPath: Buffer;
  /** Absolute folder of the source it must still be inside of when opened. */
  readonly sourceRealPath: string;
  /** The last name, as shown. */
  readonly name: string;
  readonly sizeBytes: number;
  readonly mtimeUs: number;
  readonly kind: 'song' | 'picture';
}

/**
 * Looks virtual paths up in the collection: how every other part reaches songs and files. Synchronous;
 * each is a few indexed reads. Paths that cannot exist (`..` and so on) are simply not found.
 */
export interface CollectionLookup {
  /** A song that is there, or null. */
  findSong(virtualPath: string): Song | null;
  /** Songs that are there, in the order of the paths; null for each that is not. Up to 1,000 paths a call. */
  findSongs(virtualPaths: readonly string[]): (Song | null)[];
  /** The same as JSON texts: for lists that go over the wire. */
  findSongTexts(virtualPaths: readonly string[]): (string | null)[];
  /** The file of a song that is there. */
  findSongFile(virtualPath: string): CollectionFile | null;
  /** A picture file, or the file of a song that embeds a picture. */
  findPictureFile(virtualPath: string): CollectionFile | null;
}
