import type { AppScheme } from '@tonearm/contract';
import type { SentParameters } from './parameters.ts';
import { codes, ProtocolError } from './protocol-error.ts';

/** How an app says who it is; the same as app passwords are checked with. */
export type Credentials =
  | { readonly scheme: 'key'; readonly key: string }
  | { readonly scheme: 'plain' | 'hex'; readonly username: string; readonly password: string }
  | { readonly scheme: 'token'; readonly username: string; readonly token: string; readonly salt: string };

const hexMark = 'enc:';

/** A password as it is, or in hexadecimal digits; what looks like those and is none is taken as it is. */
const passwordOf = (sent: string): { readonly scheme: 'plain' | 'hex'; readonly password: string } => {
  const digits = sent.startsWith(hexMark) ? sent.slice(hexMark.length) : '';
  return /^(?:[0-9a-f]{2})+$/i.test(digits)
    ? { scheme: 'hex', password: Buffer.from(digits, 'hex').toString('utf8') }
    : { scheme: 'plain', password: sent };
};

const missing = (what: string): ProtocolError =>
  new ProtocolError(codes.parameterMissing, `The parameter ${what} is missing: who are you?`, {
    leadsTo: 'apps',
  });

const mixed = (): ProtocolError =>
  new ProtocolError(codes.schemesMixed, 'Please sign in in one way, not in several at once.');

/**
 * What was sent to sign in with.
 * @throws ProtocolError parameterMissing or schemesMixed
 */
export const credentialsOf = (sent: SentParameters): Credentials => {
  const [key, username, password, token, salt] = ['apiKey', 'u', 'p', 't', 's'].map((name) =>
    sent.getAll(name).find((value) => value !== ''),
  );
  if (key !== undefined) {
    if ([username, password, token, salt].some((value) => value !== undefined)) throw mixed();
    return { scheme: 'key', key };
  }
  if (password !== undefined && (token !== undefined || salt !== undefined)) throw mixed();
  if (username === undefined) throw missing('u or apiKey');
  if (password !== undefined) return { ...passwordOf(password), username };
  if (token === undefined) throw missing(salt === undefined ? 'p or t' : 't');
  if (salt === undefined) throw missing('s');
  return { scheme: 'token', username, token, salt };
};

/** @throws ProtocolError where an administrator switched the scheme off */
export const assertTaken = (scheme: AppScheme, taken: readonly AppScheme[]): void => {
  if (taken.includes(scheme)) return;
  throw scheme === 'token'
    ? new ProtocolError(codes.tokensNotTaken, 'This server takes no salted tokens. Send the password itself.')
    : new ProtocolError(codes.schemeNotTaken, 'This server does not take this way to sign in.');
};

/** Why somebody was not let in, as an app is told. */
export const signInFailure = (failure: 'wrong' | 'lost-key', scheme: AppScheme): ProtocolError => {
  if (failure === 'lost-key')
    return new ProtocolError(
      codes.tokensNotTaken,
      'The key of this server was lost: make a new app password in Settings → Apps.',
      { leadsTo: 'apps' },
    );
  return scheme === 'key'
    ? new ProtocolError(codes.wrongKey, 'This key is not valid. Make an app password in Settings → Apps.', {
        leadsTo: 'apps',
      })
    : new ProtocolError(
        codes.wrongCredentials,
        'The user name or the app password is wrong. Make an app password in Settings → Apps.',
        { leadsTo: 'apps' },
      );
};
