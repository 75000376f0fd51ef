import { createHash, createHmac } from 'node:crypto';
import type { Random } from '../../platform/random.ts';

const tokenBytes = 32;
const tokenForm = /^[\w-]{43}$/;

/** A new opaque token: 256 bits, 43 characters that need no encoding in addresses. */
export const newToken = (random: Random): string => random.bytes(tokenBytes).toString('base64url');

/** Whether a text can be a token at all; spares hashing what cannot. */
export const isTokenForm = (text: string): boolean => tokenForm.test(text);

/** What is stored of a token. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * The media token of a session: always the same for one session token, and of no use for guessing it.
 */
export const mediaTokenOf = (sessionToken: string): string =>
  createHmac('sha256', sessionToken).update('media').digest('base64url');
