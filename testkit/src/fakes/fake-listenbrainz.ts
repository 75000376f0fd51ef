import type { ServerResponse } from 'node:http';
import { type FakeRequest, type FakeServer, sendJson, sendText, startFakeServer } from './fake-server.ts';
import { createKeptListens, type KeptListens } from './kept-listens.ts';
import { createScript, type Script } from './script.ts';

/**
 * How the fake treats a submission with a valid token: as {@link LastfmBehaviour} says, and
 * `rate-limited` 429 with X-RateLimit-Reset-In and Retry-After · `bad-request` 400 · a page, as a firewall or a
 * hotel's network puts in the way.
 */
export type ListenBrainzBehaviour =
  | 'ok'
  | 'hang'
  | 'garbage'
  | 'server-error'
  | 'kill-before'
  | 'kill-after'
  | 'rate-limited'
  | 'bad-request'
  | { page: string; status: number };

/** A listen as it was received. */
export interface ListenBrainzListen {
  user: string;
  /** Seconds since the epoch; 0 for playing now. */
  listenedAt: number;
  artist: string;
  track: string;
  release?: string;
  additionalInfo: Record<string, unknown>;
}

/** A ListenBrainz on loopback. */
export interface FakeListenBrainz extends FakeServer, Omit<Script<ListenBrainzBehaviour>, 'take'> {
  /** The user token that it knows. */
  token: string;
  listens: KeptListens<ListenBrainzListen>;
  playingNow: ListenBrainzListen[];
  /** Makes the token invalid. */
  revoke: () => void;
}

interface State {
  token: string;
  user: string;
  revoked: boolean;
  listens: KeptListens<ListenBrainzListen>;
  playingNow: ListenBrainzListen[];
}

/** Starts a ListenBrainz that knows one user. */
export async function startFakeListenBrainz({
  token = 'fake-user-token',
  user = 'listener',
}: {
  token?: string;
  user?: string;
} = {}): Promise<FakeListenBrainz> {
  const script = createScript<ListenBrainzBehaviour>('ok');
  const identity = ({ user: who, artist, track, listenedAt }: ListenBrainzListen) =>
    JSON.stringify([who, artist, track, listenedAt]);
  const state: State = {
    token,
    user,
    revoked: false,
    listens: createKeptListens(identity),
    playingNow: [],
  };
  const server = await startFakeServer((request, response) => {
    const isKnown = !state.revoked && request.headers.authorization === `Token ${token}`;
    if (request.url.pathname === '/1/validate-token') return validate(state, isKnown, response);
    if (request.url.pathname !== '/1/submit-listens' || request.method !== 'POST') {
      return sendText(response, 'no such page', 404);
    }
    if (!isKnown) return sendJson(response, { code: 401, error: 'Invalid authorization token.' }, 401);
    return answer(state, { request, response, behaviour: script.take() });
  });
  return {
    ...server,
    next: script.next,
    always: script.always,
    token,
    listens: state.listens,
    playingNow: state.playingNow,
    revoke: () => {
      state.revoked = true;
    },
  };
}

function validate(state: State, isKnown: boolean, response: ServerResponse): void {
  if (isKnown) sendJson(response, { code: 200, message: 'Token valid.', valid: true, user_name: state.user });
  else sendJson(response, { code: 200, message: 'Token invalid.', valid: false });
}

interface Call {
  request: FakeRequest;
  response: ServerResponse;
  behaviour: ListenBrainzBehaviour;
}

function answer(state: State, { request, response, behaviour }: Call): void {
  if (typeof behaviour === 'object') {
    sendText(response, behaviour.page, behaviour.status);
    return;
  }
  switch (behaviour) {
    case 'hang':
      return;
    case 'kill-before':
      response.destroy();
      return;
    case 'garbage':
      sendText(response, '<html>Maintenance</html>');
      return;
    case 'server-error':
      sendJson(response, { code: 500, error: 'Internal error' }, 500);
      return;
    case 'bad-request':
      sendJson(response, { code: 400, error: 'JSON document is invalid' }, 400);
      return;
    case 'rate-limited':
      response.setHeader('x-ratelimit-reset-in', '7');
      response.setHeader('retry-after', '7');
      sendJson(response, { code: 429, error: 'You have exceeded your rate limit.' }, 429);
      return;
    case 'ok':
    case 'kill-after': {
      const isKept = keep(state, request.body);
      if (behaviour === 'kill-after') response.destroy();
      else if (isKept) sendJson(response, { status: 'ok' });
      else sendJson(response, { code: 400, error: 'Invalid JSON document submitted.' }, 400);
    }
  }
}

interface Submission {
  listen_type?: string;
  payload?: {
    listened_at?: number;
    track_metadata?: {
      artist_name?: string;
      track_name?: string;
      release_name?: string;
      additional_info?: Record<string, unknown>;
    };
  }[];
}

/** Keeps what a submission holds. @returns false, keeping nothing, when it breaks the rules of the service */
function keep(state: State, body: string): boolean {
  const submission = parse(body);
  const type = submission?.listen_type ?? '';
  const entries = submission?.payload ?? [];
  const isSingle = type === 'single' || type === 'playing_now';
  if (!(isSingle ? entries.length === 1 : type === 'import' && entries.length > 0)) return false;
  const listens = entries.flatMap(({ listened_at: listenedAt = 0, track_metadata: track }) => {
    if (!track?.artist_name || !track.track_name) return [];
    if ((type === 'playing_now') !== (listenedAt === 0)) return [];
    const listen: ListenBrainzListen = {
      user: state.user,
      listenedAt,
      artist: track.artist_name,
      track: track.track_name,
      additionalInfo: track.additional_info ?? {},
    };
    return [track.release_name ? { ...listen, release: track.release_name } : listen];
  });
  if (listens.length !== entries.length) return false;
  if (type === 'playing_now') state.playingNow.push(...listens);
  else for (const listen of listens) state.listens.add(listen);
  return true;
}

function parse(body: string): Submission | undefined {
  try {
    return JSON.parse(body) as Submission;
  } catch {
    return undefined;
  }
}
