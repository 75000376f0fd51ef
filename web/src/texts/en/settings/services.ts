import { plural } from '../../plural.ts';

/** A link that a service or the server lost. */
export const lapse = {
  token_refused: (service: string) => `${service} no longer accepts the access that you gave to Tonearm.`,
  secret_lost: (service: string) =>
    `The server lost the key that opens your access to ${service}, which is stored encrypted.`,
  kept: 'Your plays are kept for 14 days and are sent when you link the account again.',
} as const;

/** Linking an account of a service. */
export const service = {
  linkedBefore: 'You are scrobbling music as ',
  unlinked: (service: string) => `Tonearm can automatically submit the songs you play to ${service}.`,
  link: (service: string) => `Link ${service} account`,
  linkAgain: (service: string) => `Link ${service} again`,
  unlink: (service: string) => `Unlink ${service} account`,
  popupBlocked: (service: string) => `The browser blocked the window of ${service}. Allow it and try again.`,
  token: 'User token',
  tokenTip: (service: string) => `You find it on your ${service} settings page.`,
} as const;

/** Plays that wait for a service. */
export const outbox = {
  title: 'Plays on their way',
  waiting: plural('en', { one: '# play waits to be sent.', other: '# plays wait to be sent.' }),
  refused: plural('en', { one: '# play was refused.', other: '# plays were refused.' }),
  states: {
    waiting: 'Waits',
    refused: 'Refused',
    link_again: 'Waits until the account is linked again',
    not_linked: 'Waits until the account is linked',
    other_account: 'Waits for another account',
    unknown_service: 'Waits for a service that this version of Tonearm does not know',
  },
  refusals: {
    artist_not_taken: 'Refused: the service does not take this artist',
    track_not_taken: 'Refused: the service does not take this track',
    too_old: 'Refused: the service says that the play is too old',
    in_future: 'Refused: the service says that the play is in the future',
    not_taken: 'Refused: the service does not take this play',
  },
  refusalNumber: (text: string, number: number) => `${text} (error ${number})`,
  elsewhere: plural('en', {
    one: '# play waits for the account that was linked before.',
    other: '# plays wait for the account that was linked before.',
  }),
  adopt: (service: string, username: string) => `Send them to ${username} at ${service}`,
  adopted: (username: string) => `They are sent to ${username}.`,
  retry: (title: string) => `Retry ${title}`,
  discard: (title: string) => `Discard ${title}`,
  discarded: (title: string) => `${title} was discarded.`,
  retryShort: 'Retry',
  discardShort: 'Discard',
  more: plural('en', { one: '# more', other: '# more' }),
} as const;
