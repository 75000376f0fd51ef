import { hash, timingSafeEqual } from 'node:crypto';
import type { Random } from '../../platform/random.ts';

/** 32 symbols, so that one is five bits: lower case and digits without i, l and o, which look like 1 and 0, and u. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
/** 100 bits. */
const secretLength = 20;
const groupLength = 5;
/** What groups are joined by where a secret is shown. */
const separator = '-';

/** A new secret: ASCII only, since some apps encode it a character at a time. */
export const createSecret = (random: Random): string =>
  [...random.bytes(secretLength)].map((byte) => alphabet[byte % alphabet.length]).join('');

const grouped = (secret: string): string =>
  (secret.match(new RegExp(`.{1,${groupLength}}`, 'g')) ?? []).join(separator);

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Every form in which people type a secret: as shown or without separators, and as phones begin a word. */
const formsOf = (secret: string): string[] =>
  [secret, grouped(secret)].flatMap((form) => [form, capitalized(form)]);

/** What is stored to find a secret by. */
export const hashOfSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer');

/** The same for one as it was typed. */
export const hashOfTyped = (typed: string): Buffer => {
  const bare = typed.replaceAll(separator, '');
  return hashOfSecret(bare.charAt(0).toLowerCase() + bare.slice(1));
};

/** Whether a token is the MD5 of a secret, in any of its forms, and the salt. Takes the same time whatever it is. */
export const isTokenOf = (secret: string, { token, salt }: { token: string; salt: string }): boolean => {
  const sent = Buffer.alloc(32);
  sent.write(token.slice(0, 32), 'latin1');
  let isMatch = false;
  for (const form of formsOf(secret))
    if (timingSafeEqual(Buffer.from(hash('md5', form + salt)), sent)) isMatch = true;
  return isMatch && token.length === sent.length;
};
