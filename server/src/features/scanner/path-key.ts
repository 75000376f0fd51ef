import { hash } from 'node:crypto';

/** 8 bytes that tell a virtual path, for noting when it was first seen. */
export const pathKeyOf = (virtualPath: string): Buffer => hash('sha1', virtualPath, 'buffer').subarray(0, 8);
