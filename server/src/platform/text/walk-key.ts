/** Ends a name in a walk key; below every byte of a natural key, so that `A/x` comes before `A B`. */
const endOfName = 0x00;

/** Largest disc and track number that is told apart; a missing track number comes after all. */
const lastDisc = 0xffff;
const lastTrack = 0xffffff;

/**
 * The key of a folder in the order in which a person walks the folders: its parent's key, its own
 * natural key, and an end mark. A folder's walk key is a prefix of the key of everything below it.
 * @param parentKey the parent's walk key, empty for a source
 */
export const walkKey = (parentKey: Uint8Array, key: Uint8Array): Uint8Array => {
  const joined = Buffer.allocUnsafe(parentKey.length + key.length + 1);
  joined.set(parentKey);
  joined.set(key, parentKey.length);
  joined[joined.length - 1] = endOfName;
  return joined;
};

/**
 * Where the keys below a walk key end: those `>= key` and `< walkKeyEnd(key)` are the folder and all
 * below it. Null for the empty key, below which everything lies.
 */
export const walkKeyEnd = (key: Uint8Array): Uint8Array | null => {
  if (key.length === 0) return null;
  const end = Uint8Array.from(key);
  end[end.length - 1] = endOfName + 1;
  return end;
};

/**
 * The key of a song among the songs of its folder when they are played in a row: by disc and track
 * number where the folder is one album, else by name. No disc number means the first disc, no track
 * number the end of the disc.
 * @param nameKey natural key of the file's name
 */
export const songWalkKey = (song: {
  isInAlbum: boolean;
  discNumber: number | null;
  trackNumber: number | null;
  nameKey: Uint8Array;
}): Uint8Array => {
  if (!song.isInAlbum) return song.nameKey;
  const key = Buffer.allocUnsafe(5 + song.nameKey.length);
  key.writeUInt16BE(Math.min(Math.max(song.discNumber ?? 1, 0), lastDisc), 0);
  key.writeUIntBE(Math.min(Math.max(song.trackNumber ?? lastTrack, 0), lastTrack), 2, 3);
  key.set(song.nameKey, 5);
  return key;
};
