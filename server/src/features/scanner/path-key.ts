/** Length of a path key. */
export const pathKeyBytes = 8;

const finished = (hash: number): number => {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
};

/**
 * Bytes that tell a virtual path, for noting when it was first seen. Two independent sums over the text:
 * among a million paths the chance that any two share a key is one in tens of millions. Stored in
 * `state.db`, so it must never change.
 */
export const pathKeyOf = (virtualPath: string): Uint8Array => {
  let a = 0x811c9dc5;
  let b = 0x2545f491;
  for (let index = 0; index < virtualPath.length; index += 1) {
    const unit = virtualPath.charCodeAt(index);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul((b << 5) ^ (b >>> 27) ^ unit, 0x9e3779b1);
  }
  const key = new Uint8Array(pathKeyBytes);
  const view = new DataView(key.buffer);
  view.setUint32(0, finished(a ^ virtualPath.length));
  view.setUint32(4, finished(b));
  return key;
};
