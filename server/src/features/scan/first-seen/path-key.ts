/** Length of a path key. */
export const pathKeyBytes = 8;

const finished = (hash: number): number => {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
};

const hashOf = (text: string, length: number): number => {
  let hash = 0x811c9dc5 ^ length;
  for (let index = 0; index < length; index += 1) {
    hash = Math.imul((hash << 5) ^ (hash >>> 27) ^ text.charCodeAt(index), 0x9e3779b1);
  }
  return finished(hash);
};

/**
 * Bytes that tell a virtual path, for noting when it was first seen: four of its folder, so that the songs
 * of a folder lie together and a batch of notes touches few pages, and four of the whole. Stored in
 * `state.db`, so it must never change.
 */
export const pathKeyOf = (virtualPath: string): Uint8Array => {
  const key = Buffer.allocUnsafe(pathKeyBytes);
  key.writeUInt32BE(hashOf(virtualPath, Math.max(0, virtualPath.lastIndexOf('/'))), 0);
  key.writeUInt32BE(hashOf(virtualPath, virtualPath.length), 4);
  return key;
};
