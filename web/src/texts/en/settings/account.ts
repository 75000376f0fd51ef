import { plural } from '../../plural.ts';

/** Whoever is signed in, and their password. */
export const ownAccount = {
  title: 'Your account',
  signedInAs: 'You are signed in as ',
  isAdmin: 'You are an administrator.',
  password: 'Password',
  change: 'Change password',
  current: 'Current password',
  new: 'New password',
  confirm: 'Confirm new password',
  differ: 'The passwords do not match.',
  endOthers: 'Sign out everywhere else',
  keepApps: 'Keep the passwords of my apps',
  save: { ready: 'Save password', applying: 'Saving…' },
  changed: 'Your password was changed.',
  wrong: 'This is not your current password.',
} as const;

/** Where they are signed in. */
export const sessions = {
  title: 'Where you are signed in',
  current: 'This browser',
  lastUsed: (when: string) => `Last used ${when}`,
  since: (when: string) => `Signed in ${when}`,
  revoke: 'Sign out',
  revokeOf: (client: string) => `Sign out ${client}`,
  revoked: (client: string) => `${client} is signed out.`,
  revokeOthers: 'Sign out all others',
  revokeOthersConfirm: plural('en', {
    one: 'Sign out # other session? It can sign in again with your password.',
    other: 'Sign out # other sessions? They can sign in again with your password.',
  }),
  revokedOthers: 'Every other session is signed out.',
  browserOn: (browser: string, system: string) => `${browser} on ${system}`,
  unknownClient: 'Unknown app',
} as const;
