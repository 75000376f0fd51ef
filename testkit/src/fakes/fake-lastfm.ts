import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type FakeRequest, type FakeServer, sendJson, sendText, startFakeServer } from './fake-server.ts';
import { createKeptListens, type KeptListens } from './kept-listens.ts';
import { lastfmSignature } from './lastfm-signature.ts';
import { createScript, type Script } from './script.ts';

/**
 * How the fake treats a call that is correctly signed:
 * `ok` as the real one · `hang` never answers · `garbage` 200 with HTML · `server-error` 500 ·
 * `kill-before` cuts the connection and keeps nothing · `kill-after` keeps it, then cuts ·
 * `ignore` answers that every scrobble was ignored · an error of the service, with status 200 unless said ·
 * a page, as a firewall or a hotel's network puts in the way.
 */
export type LastfmBehaviour =
  | 'ok'
  | 'hang'
  | 'garbage'
  | 'server-error'
  | 'kill-before'
  | 'kill-after'
  | 'ignore'
  | { error: number; status?: number }
  | { page: string; status: number };

/** A scrobble or a now-playing report as it was received; absent parameters are absent. */
export interface LastfmListen {
  user: string;
  artist: string;
  track: string;
  album?: string;
  albumArtist?: string;
  trackNumber?: string;
  duration?: string;
  /** Seconds since the epoch; 0 for now playing. */
  timestamp: number;
}

/** A Last.fm on loopback. */
export interface FakeLastfm extends FakeServer, Omit<Script<LastfmBehaviour>, 'take'> {
  apiKey: string;
  secret: string;
  /** Where calls go: `…/2.0/`. */
  apiRoot: string;
  /** The page that a person is sent to: `…/api/auth/`. It agrees at once and goes to `cb` with a token. */
  authPage: string;
  /** Scrobbles that the service keeps, and those that it had already. */
  scrobbles: KeptListens<LastfmListen>;
  nowPlaying: LastfmListen[];
  /** A session key that is valid, without the way through the page. */
  linkDirectly: (user?: string) => string;
  /** Makes every session key invalid: calls are answered with error 9. */
  revokeAll: () => void;
}

interface State {
  secret: string;
  apiKey: string;
  user: string;
  tokens: Set<string>;
  sessions: Map<string, string>;
  scrobbles: KeptListens<LastfmListen>;
  nowPlaying: LastfmListen[];
}

/** Starts a Last.fm that knows one API key and agrees to everything that is signed with its secret. */
export async function startFakeLastfm({
  apiKey = 'fake-api-key',
  secret = 'fake-secret',
  user = 'listener',
}: {
  apiKey?: string;
  secret?: string;
  user?: string;
} = {}): Promise<FakeLastfm> {
  const script = createScript<LastfmBehaviour>('ok');
  const identity = ({ user: who, artist, track, timestamp }: LastfmListen) =>
    JSON.stringify([who, artist, track, timestamp]);
  const state: State = {
    apiKey,
    secret,
    user,
    tokens: new Set(),
    sessions: new Map(),
    scrobbles: createKeptListens(identity),
    nowPlaying: [],
  };
  const server = await startFakeServer((request, response) => {
    if (request.url.pathname.replace(/\/$/, '') === '/api/auth') return agree(state, request, response);
    if (!/^\/2\.0\/?$/.test(request.url.pathname)) return sendText(response, 'no such page', 404);
    return answer(state, { request, response, behaviour: script.take() });
  });
  return {
    ...server,
    next: script.next,
    always: script.always,
    apiKey,
    secret,
    apiRoot: `${server.root}/2.0/`,
    authPage: `${server.root}/api/auth/`,
    scrobbles: state.scrobbles,
    nowPlaying: state.nowPlaying,
    linkDirectly: (who = user) => newSession(state, who),
    revokeAll: () => state.sessions.clear(),
  };
}

function newSession(state: State, user: string): string {
  const key = randomBytes(16).toString('hex');
  state.sessions.set(key, user);
  return key;
}

/** The person's own agreement, without asking: back to the page that sent them, with a token. */
function agree(state: State, { url }: FakeRequest, response: ServerResponse): void {
  const callback = url.searchParams.get('cb');
  if (url.searchParams.get('api_key') !== state.apiKey || !callback) {
    sendText(response, 'This application is not known.', 400);
    return;
  }
  const token = randomBytes(16).toString('hex');
  state.tokens.add(token);
  const back = new URL(callback);
  back.searchParams.set('token', token);
  response.writeHead(302, { location: back.href }).end();
}

interface Call {
  request: FakeRequest;
  response: ServerResponse;
  behaviour: LastfmBehaviour;
}

function answer(state: State, { request, response, behaviour }: Call): void {
  const parameters = new URLSearchParams(request.method === 'POST' ? request.body : request.url.search);
  const refusal = checkSignature(state, parameters, request.method);
  if (refusal) {
    fail(response, refusal);
    return;
  }
  if (behaviour === 'hang') return;
  if (behaviour === 'kill-before') {
    response.destroy();
    return;
  }
  if (behaviour === 'garbage') {
    sendText(response, '<html><body>Be right back!</body></html>');
    return;
  }
  if (behaviour === 'server-error') {
    sendText(response, 'Internal Server Error', 500);
    return;
  }
  if (typeof behaviour === 'object' && 'page' in behaviour) {
    sendText(response, behaviour.page, behaviour.status);
    return;
  }
  if (typeof behaviour === 'object') {
    fail(response, behaviour);
    return;
  }
  const result = METHODS[parameters.get('method') ?? '']?.(state, parameters, behaviour === 'ignore');
  if (behaviour === 'kill-after') response.destroy();
  else if (!result) fail(response, { error: 3, status: 400 });
  else if ('error' in result) fail(response, result);
  else sendJson(response, result.body);
}

interface Failure {
  error: number;
  status?: number;
}

function fail(response: ServerResponse, { error, status = 200 }: Failure): void {
  sendJson(response, { error, message: MESSAGES[error] ?? 'Something went wrong' }, status);
}

const MESSAGES: Readonly<Record<number, string>> = {
  3: 'Invalid Method - No method with that name in this package',
  4: 'Authentication Failed - You do not have permissions to access the service',
  6: 'Invalid parameters - Your request is missing a required parameter',
  9: 'Invalid session key - Please re-authenticate',
  10: 'Invalid API key - You must be granted a valid key by last.fm',
  11: 'Service Offline - This service is temporarily offline. Try again later.',
  13: 'Invalid method signature supplied',
  16: 'The service is temporarily unavailable, please try again.',
  26: 'Suspended API key - Access for your account has been suspended',
  29: 'Rate Limit Exceeded - Your IP has made too many requests in a short period',
};

function checkSignature(state: State, parameters: URLSearchParams, method: string): Failure | undefined {
  if (parameters.get('api_key') !== state.apiKey) return { error: 10, status: 403 };
  const isWrite = parameters.get('method') !== 'auth.getSession';
  if (isWrite && method !== 'POST') return { error: 6, status: 405 };
  const expected = lastfmSignature(parameters, state.secret);
  return parameters.get('api_sig') === expected ? undefined : { error: 13, status: 403 };
}

type Result = { body: unknown } | Failure;

const METHODS: Readonly<
  Record<string, (state: State, parameters: URLSearchParams, ignore: boolean) => Result>
> = {
  'auth.getSession': (state, parameters) => {
    if (!state.tokens.delete(parameters.get('token') ?? '')) return { error: 4, status: 403 };
    const key = newSession(state, state.user);
    return { body: { session: { name: state.user, key, subscriber: 0 } } };
  },
  'track.updateNowPlaying': (state, parameters) => {
    const user = state.sessions.get(parameters.get('sk') ?? '');
    if (!user) return { error: 9, status: 403 };
    const listen = readListen(parameters, user, '');
    if (!listen) return { error: 6, status: 400 };
    state.nowPlaying.push(listen);
    return { body: { nowplaying: scrobbleAnswer(listen, 0) } };
  },
  'track.scrobble': (state, parameters, ignore) => {
    const user = state.sessions.get(parameters.get('sk') ?? '');
    if (!user) return { error: 9, status: 403 };
    const listens = readBatch(parameters, user);
    if (listens.length === 0 || listens.length > 50) return { error: 6, status: 400 };
    if (!ignore) for (const listen of listens) state.scrobbles.add(listen);
    const answers = listens.map((listen) => scrobbleAnswer(listen, ignore ? 1 : 0));
    const counts = { accepted: ignore ? 0 : listens.length, ignored: ignore ? listens.length : 0 };
    return {
      body: { scrobbles: { scrobble: answers.length === 1 ? answers[0] : answers, '@attr': counts } },
    };
  },
};

function readBatch(parameters: URLSearchParams, user: string): LastfmListen[] {
  const single = readListen(parameters, user, '');
  if (single?.timestamp) return [single];
  const listens: LastfmListen[] = [];
  for (let i = 0; ; i++) {
    const listen = readListen(parameters, user, `[${i}]`);
    if (!listen?.timestamp) return listens;
    listens.push(listen);
  }
}

function readListen(parameters: URLSearchParams, user: string, suffix: string): LastfmListen | undefined {
  const get = (name: string) => parameters.get(name + suffix);
  const [artist, track] = [get('artist'), get('track')];
  if (!artist || !track) return undefined;
  const listen: LastfmListen = { user, artist, track, timestamp: Number(get('timestamp') ?? 0) };
  for (const name of ['album', 'albumArtist', 'trackNumber', 'duration'] as const) {
    const value = get(name);
    if (value !== null) listen[name] = value;
  }
  return listen;
}

function scrobbleAnswer(listen: LastfmListen, ignoredCode: number): unknown {
  const text = (value: string | undefined) => ({ corrected: '0', '#text': value ?? '' });
  return {
    artist: text(listen.artist),
    track: text(listen.track),
    album: text(listen.album),
    albumArtist: text(listen.albumArtist),
    ...(listen.timestamp && { timestamp: `${listen.timestamp}` }),
    ignoredMessage: { code: `${ignoredCode}`, '#text': ignoredCode ? 'Artist was ignored' : '' },
  };
}
