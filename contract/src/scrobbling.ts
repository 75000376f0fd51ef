import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { refusalReasons } from './service-reasons.ts';
import { page, queryNumber } from './shapes.ts';
import { integer, nullableInteger, nullableText, optionalText, text, yesOrNo } from './values.ts';

const outboxEntry = z.object({
  id: integer,
  service: text,
  title: text,
  artist: text,
  /** Seconds since the epoch: when the play began. */
  played_at: integer,
  attempts: integer,
  next_attempt_at: nullableInteger,
  /** A sentence about why it was refused; null while it waits. */
  refusal: nullableText,
  /** The same for a client with words of its own. */
  refusal_code: z.enum(refusalReasons).nullable(),
  /** With `not_taken`: the number that the service gave, if any. */
  refusal_number: nullableInteger,
  /**
   * Whether it can be sent: not while its account has to be linked again or is not linked, another account of the
   * service is linked, or the server does not know the service (any more).
   */
  state: z.enum(['waiting', 'refused', 'link_again', 'not_linked', 'other_account', 'unknown_service']),
  /** Name of the account that it is meant for. */
  account: nullableText,
});
export type OutboxEntry = z.infer<typeof outboxEntry>;

const linkedService = z.object({
  /** Its key in the server's table of services. */
  id: text,
  /** What the user calls it. */
  label: text,
  /** Whether users allow the link on a page of the service, or bring a token of theirs. */
  linked_by: z.enum(['page', 'token']),
  /** Whether the server has what it needs (for Last.fm an API key and secret). */
  is_available: yesOrNo,
  /** What an administrator has to set when it is not available. */
  hint: nullableText,
  /** Name of the linked account; it stays while the account needs to be linked again. */
  username: nullableText,
  /**
   * Why the account needs to be linked again: the service no longer knows its token, or the server's key file that
   * opens it was lost. Null while it works. Plays are kept for it meanwhile, for 14 days.
   */
  lapse: z.enum(['token_refused', 'secret_lost']).nullable(),
  profile_url: nullableText,
  /** Address of the page where the user allows the link; `{callback}` stands for the encoded callback. */
  authorize_url: nullableText,
  waiting: integer,
  refused: integer,
  /** How many of those that wait are meant for another account than the one that is linked now. */
  waiting_elsewhere: integer,
});
export type LinkedService = z.infer<typeof linkedService>;

/** What comes back from the page of a service. */
const broughtBack = z.object({ token: optionalText, content: optionalText });

/** Reporting plays, linked accounts and what waits to be sent. */
export const scrobblingEndpoints = {
  nowPlaying: endpoint({
    method: 'PUT',
    path: '/lastfm/now_playing/{path*}',
    access: 'user',
    summary: 'Tell the linked services what plays. 204 when no account is linked.',
    answer: 'empty',
    errors: ['song_not_found'],
  }),
  scrobble: endpoint({
    method: 'POST',
    path: '/lastfm/scrobble/{path*}',
    access: 'user',
    summary: 'Record a play. Stored before it is answered; 204 when no account is linked.',
    /** `started_at`: seconds since the epoch when the play began; derived from the duration when absent. */
    query: z.object({ started_at: queryNumber(4_102_444_800).optional() }),
    answer: 'empty',
    errors: ['song_not_found'],
  }),
  linkToken: endpoint({
    method: 'GET',
    path: '/lastfm/link_token',
    access: 'user',
    summary: 'A token for one linking of an account on the page of its service, good for ten minutes.',
    answer: z.object({ value: text }),
  }),
  link: endpoint({
    method: 'GET',
    path: '/lastfm/link',
    access: 'link',
    summary: 'Where Last.fm sends the user back to.',
    query: broughtBack,
    answer: 'html',
    errors: ['invalid_link', 'service_refused'],
  }),
  unlink: endpoint({
    method: 'DELETE',
    path: '/lastfm/link',
    access: 'user',
    summary: 'Unlink the Last.fm account.',
    answer: 'empty',
  }),
  listServices: endpoint({
    method: 'GET',
    path: '/scrobbling',
    access: 'user',
    summary: 'The scrobbling services and the accounts linked to them.',
    answer: z.array(linkedService),
  }),
  linkServiceByPage: endpoint({
    method: 'GET',
    path: '/scrobbling/link/{service}',
    access: 'link',
    summary: 'Where a service sends the user back to.',
    query: broughtBack,
    answer: 'html',
    errors: ['invalid_link', 'not_found', 'service_refused', 'service_unreachable'],
  }),
  linkService: endpoint({
    method: 'PUT',
    path: '/scrobbling/link/{service}',
    access: 'user',
    summary: 'Link an account by its user token.',
    body: z.object({ token: text }),
    bodyExample: { token: 'a-user-token' },
    answer: 'empty',
    errors: ['invalid_link', 'not_found', 'service_refused', 'service_unreachable'],
  }),
  unlinkService: endpoint({
    method: 'DELETE',
    path: '/scrobbling/link/{service}',
    access: 'user',
    summary: 'Unlink an account, also when there is none.',
    answer: 'empty',
  }),
  listOutbox: endpoint({
    method: 'GET',
    path: '/scrobbling/outbox',
    access: 'user',
    summary: 'Plays that wait to be sent or were refused, oldest first.',
    query: page,
    answer: z.array(outboxEntry),
  }),
  adoptOutbox: endpoint({
    method: 'POST',
    path: '/scrobbling/adopt',
    access: 'user',
    summary: 'Send plays that wait for another account of a service to the one that is linked now.',
    body: z.object({ service: text }),
    bodyExample: { service: 'lastfm' },
    answer: 'empty',
  }),
  retryOutboxEntry: endpoint({
    method: 'POST',
    path: '/scrobbling/outbox/retry/{id}',
    access: 'user',
    summary: 'Try a refused or waiting play again now.',
    answer: 'empty',
    errors: ['not_found'],
  }),
  discardOutboxEntry: endpoint({
    method: 'DELETE',
    path: '/scrobbling/outbox/{id}',
    access: 'user',
    summary: 'Give up sending a play. It stays in the history.',
    answer: 'empty',
    errors: ['not_found'],
  }),
  history: endpoint({
    method: 'GET',
    path: '/history',
    access: 'user',
    summary: 'What the user has listened to, newest first.',
    query: page,
    answer: z.array(
      z.object({
        path: text,
        title: nullableText,
        artist: nullableText,
        album: nullableText,
        played_at: integer,
      }),
    ),
  }),
} as const;
