import type { Access } from '@tonearm/contract';
import { AppError } from '../platform/app-error.ts';

/** Who makes a call, as found by a token. Administrator rights are read at each call. */
export interface Caller {
  readonly userId: number;
  readonly username: string;
  readonly isAdmin: boolean;
  readonly sessionId: number;
  /** The token itself, for deriving a media token and for revoking. Never logged. */
  readonly token: string;
}

/** What a token is good for. */
export type TokenScope = 'full' | 'media' | 'link';

/** Who ended a session: its owner from another one, a new password of the owner's, or an administrator. */
export type EndReason = 'elsewhere' | 'password' | 'administrator';

/** What authentication asks the features. */
export interface Authority {
  /** The owner of a token with one of the scopes, or null for anything that is not a live token. */
  identify(token: string, scopes: readonly TokenScope[]): Promise<Caller | null>;
  /** Why the session of a full token was ended; null when nobody did, or long ago. */
  whyEnded(token: string): Promise<EndReason | null>;
  /** Whether the administrator's calls are still open because no user was ever made. */
  isSetupOpen(): boolean;
  /** Whether this peer may use the open setup: on the local network and under a name of ours, or with the one-time code. */
  maySetUp(peer: SetupPeer): boolean;
}

/** What setup knows of who calls. */
export interface SetupPeer {
  readonly address: string;
  /** Whether a forwarding header came from a peer that is not a trusted proxy. */
  readonly isForwardedByStranger: boolean;
  /** The Host header; undefined when a trusted proxy answers for the name. */
  readonly host: string | undefined;
  readonly setupCode: string | undefined;
}

/** The token of a call: query before header; null when there is none. */
export interface Credentials {
  readonly method: string;
  readonly queryToken: string | undefined;
  readonly authorization: string | undefined;
}

const scopesFor: Record<Exclude<Access, 'anyone'>, readonly TokenScope[]> = {
  user: ['full'],
  admin: ['full'],
  media: ['full', 'media'],
  link: ['link'],
};

const tokenOf = (credentials: Credentials): string | null => {
  const isRead = credentials.method === 'GET' || credentials.method === 'HEAD';
  if (isRead && credentials.queryToken !== undefined) return credentials.queryToken;
  const match = /^Bearer +(\S+) *$/i.exec(credentials.authorization ?? '');
  return match?.[1] ?? null;
};

const notSignedIn = (): AppError => new AppError('unauthorized', 'Please sign in.');

const signedOut = (reason: EndReason | null): AppError => {
  switch (reason) {
    case 'elsewhere':
      return new AppError('session_ended_elsewhere', 'You were signed out here from another session.');
    case 'password':
      return new AppError(
        'session_ended_by_password',
        'The password was changed. Please sign in with the new one.',
      );
    case 'administrator':
      return new AppError('session_ended_by_administrator', 'An administrator signed you out.');
    case null:
      return new AppError('unauthorized', 'Please sign in again.');
    default:
      return reason satisfies never;
  }
};

/**
 * Judges a call by the declared access of its endpoint.
 * @returns the caller; null where none is needed
 * @throws AppError unauthorized, session_ended_…, forbidden or setup_code_required
 */
export const authenticate = async (
  access: Access,
  call: { credentials: Credentials; peer: SetupPeer; authority: Authority },
): Promise<Caller | null> => {
  const { authority, credentials, peer } = call;
  if (access === 'anyone') return null;
  const token = tokenOf(credentials);
  if (access === 'admin' && authority.isSetupOpen()) {
    if (!authority.maySetUp(peer)) {
      throw new AppError(
        'setup_code_required',
        'Setting up from outside the local network, or under a name that is not known to be of this machine, needs the code that the server printed when it started. An IP address in place of the name works without it.',
      );
    }
    return null;
  }
  const caller = token === null ? null : await authority.identify(token, scopesFor[access]);
  if (caller === null) throw token === null ? notSignedIn() : signedOut(await authority.whyEnded(token));
  if (access === 'admin' && !caller.isAdmin) {
    throw new AppError('forbidden', 'Only an administrator may do this.');
  }
  return caller;
};
