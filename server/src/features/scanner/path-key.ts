import { hash } from 'node:crypto';

/** Length of a path key. */
export const pathKeyBytes = 8;

/** Bytes that tell a virtual path, for noting when it was first seen. */
export const pathKeyOf = (virtualPath: string): Buffer =>
  hash('sha1', virtualPath, 'buffer').subarray(0, pathKeyBytes);
