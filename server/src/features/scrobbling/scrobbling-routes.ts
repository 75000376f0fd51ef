import { type Endpoints, totalCountHeader } from '@tonearm/contract';
import { type Answer, answerWith, type Call, type Route, route } from '../../http/route.ts';
import type { CollectionLookup } from '../../library/read/library-reading.ts';
import { AppError } from '../../platform/app-error.ts';
import { assertNotLonger } from '../../platform/text/longest.ts';
import type { Sessions } from '../sessions/index.ts';
import { linkPage, linkPagePolicy } from './link-page.ts';
import type { Scrobbling } from './scrobbling.ts';

/** Theirs have 36. */
const longestTokenBytes = 1024;

/** Entries of a list when the client does not say. */
const defaultLimit = 1000;

const pageOf = (query: { limit?: number | undefined; offset?: number | undefined }) => ({
  limit: query.limit ?? defaultLimit,
  offset: query.offset ?? 0,
});

const idOf = (parameter: string): number => {
  if (/^\d{1,15}$/.test(parameter)) return Number(parameter);
  throw new AppError('not_found', 'There is no such play in the outbox.');
};

type LinkCall = Pick<Call<Endpoints['link']>, 'query' | 'caller' | 'request'>;

const noContent = () => answerWith({ status: 204 });

const linkedPage = () =>
  answerWith({ html: linkPage, headers: { 'Content-Security-Policy': linkPagePolicy() } });

interface RoutesDeps {
  readonly scrobbling: Scrobbling;
  readonly lookup: Pick<CollectionLookup, 'findSong'>;
  readonly sessions: Pick<Sessions, 'issueLinkToken' | 'consumeLinkToken'>;
}

/** Accounts at services. */
const createLinkRoutes = ({ scrobbling, sessions }: RoutesDeps): Route[] => {
  /** Takes the user back from the page of a service, with the token that it sent along. */
  const linkByPage = async (service: string, call: LinkCall): Promise<Answer> => {
    const { query, caller, request } = call;
    if (query.token === undefined || query.token === '') {
      throw new AppError('invalid_link', 'The service sent no token. Please start the link again.');
    }
    // Whoever only looks at the address, as previews and guards of links do, must not use it up.
    if (request.method === 'HEAD') return linkedPage();
    if (!(await sessions.consumeLinkToken(caller.token))) {
      throw new AppError('unauthorized', 'This link was used already. Please start again.');
    }
    await scrobbling.link(caller.userId, service, query.token);
    return linkedPage();
  };
  return [
    route('linkToken', async ({ caller }) => ({ value: await sessions.issueLinkToken(caller) })),
    route('link', (call) => linkByPage('lastfm', call)),
    route('unlink', ({ caller }) => scrobbling.unlink(caller.userId, 'lastfm').then(() => undefined)),
    route('linkServiceByPage', (call) => linkByPage(call.parameter, call)),
    route('linkService', ({ parameter, body, caller }) => {
      const token = body.token.trim();
      if (token === '') throw new AppError('invalid_link', 'Please enter your user token.');
      const what = 'The user token';
      assertNotLonger({ text: token, what, mostBytes: longestTokenBytes, code: 'invalid_link' });
      return scrobbling.link(caller.userId, parameter, token).then(() => undefined);
    }),
    route('unlinkService', ({ parameter, caller }) =>
      scrobbling.unlink(caller.userId, parameter).then(() => undefined),
    ),
    route('listServices', ({ caller }) => scrobbling.listServices(caller.userId)),
    route('adoptOutbox', ({ body, caller }) =>
      scrobbling.adopt(caller.userId, body.service).then(() => undefined),
    ),
  ];
};

/** Plays, those that wait to be sent, and the history. */
const createPlayRoutes = ({ scrobbling, lookup }: RoutesDeps): Route[] => {
  const songAt = async (path: string) => {
    const song = await lookup.findSong(path);
    if (song === null) throw new AppError('song_not_found', 'There is no such song in the collection.');
    return song;
  };
  return [
    route('nowPlaying', async ({ parameter, caller }) =>
      (await scrobbling.nowPlaying(caller.userId, await songAt(parameter))) ? undefined : noContent(),
    ),
    route('scrobble', async ({ parameter, query, caller }) =>
      (await scrobbling.scrobble(caller.userId, await songAt(parameter), query.started_at ?? null))
        ? undefined
        : noContent(),
    ),
    route('listOutbox', async ({ query, caller }) => {
      const { entries, total } = await scrobbling.listOutbox(caller.userId, pageOf(query));
      return answerWith({ encodedJson: JSON.stringify(entries), headers: { [totalCountHeader]: total } });
    }),
    route('retryOutboxEntry', ({ parameter, caller }) =>
      scrobbling.retry(caller.userId, idOf(parameter)).then(() => undefined),
    ),
    route('discardOutboxEntry', ({ parameter, caller }) =>
      scrobbling.discard(caller.userId, idOf(parameter)).then(() => undefined),
    ),
    route('history', async ({ query, caller }) => {
      const rows = await scrobbling.listHistory(caller.userId, pageOf(query));
      const total = await scrobbling.countHistory(caller.userId);
      return answerWith({ encodedJson: JSON.stringify(rows), headers: { [totalCountHeader]: total } });
    }),
  ];
};

/** The calls of scrobbling. */
export const createScrobblingRoutes = (deps: RoutesDeps): Route[] => [
  ...createPlayRoutes(deps),
  ...createLinkRoutes(deps),
];
