import { routes } from 'virtual:contract-routes';
import type { AnswerOf, BodyInputOf, EndpointName, Endpoints, QueryOf } from '@tonearm/contract';
import { serverPresence } from '../lib/server-presence.ts';
import { addressOf, type Query } from './address.ts';
import { ApiError, errorFromResponse } from './api-error.ts';

/** What a call may carry. `path` is the parameter at the end of the call's path, not encoded. */
export interface CallOptions<N extends EndpointName> {
  readonly path?: string;
  readonly query?: Partial<NonNullable<QueryOf<Endpoints[N]>>>;
  readonly body?: BodyInputOf<Endpoints[N]>;
  readonly signal?: AbortSignal;
  /** Lets the request outlive the page, for what is sent while it closes. Bodies up to 64 kB. */
  readonly keepalive?: boolean;
}

/** A page of a list and the length of the whole list. */
export interface ListWithTotal<T> {
  readonly items: T;
  readonly total: number;
  /** How many entries of the whole list are folders, which come first; null where that is not told. */
  readonly folderCount: number | null;
}

interface Credentials {
  /** Token of the signed-in user, null when nobody is. Read at each call. */
  readonly authToken: () => string | null;
  /** Runs after a 401 that concerns the token in use, with why. */
  readonly onUnauthorized: (error: ApiError) => void;
}

/** What stands before a server says these when it is away; it says some of them itself. */
const gatewayTroubles: readonly number[] = [502, 503, 504];

let credentials: Credentials = { authToken: () => null, onUnauthorized: () => {} };
let setupCode: string | null = null;

/** Tells the client who is signed in and what a 401 means. Called once, at the start. */
export function connectClient(given: Credentials): void {
  credentials = given;
}

/** The one-time code that setup asks for outside the local network; sent with every call, null for none. */
export function setSetupCode(code: string | null): void {
  setupCode = code;
}

/**
 * Makes one call of the contract.
 * @returns the JSON answer; undefined when the answer is empty
 * @throws ApiError when the answer is not 2xx, does not come or breaks off; a DOMException when `signal` aborts
 */
export async function call<N extends EndpointName>(
  name: N,
  options: CallOptions<N> = {},
): Promise<AnswerOf<Endpoints[N]>> {
  return readAnswer<N>(await request(name, options), options.signal);
}

/** Like `call`, for lists: also the length of the whole list, of which `limit` and `offset` cut a page. */
export async function listWithTotal<N extends EndpointName>(
  name: N,
  options: CallOptions<N> = {},
): Promise<ListWithTotal<AnswerOf<Endpoints[N]>>> {
  const response = await request(name, options);
  const items = await readAnswer<N>(response, options.signal);
  const total = countIn(response, 'X-Total-Count') ?? (Array.isArray(items) ? items.length : 0);
  return { items, total, folderCount: countIn(response, 'X-Directory-Count') };
}

const countIn = (response: Response, header: string): number | null => {
  const text = response.headers.get(header);
  return text === null ? null : Number(text);
};

/**
 * Makes a call and hands back the raw answer, for those that need its status or stream its body.
 * @throws ApiError like `call`
 */
export async function request<N extends EndpointName>(
  name: N,
  options: CallOptions<N> = {},
): Promise<Response> {
  const token = credentials.authToken();
  const { signal, body, keepalive } = options;
  const init: RequestInit = {
    method: routes[name].split(' ', 1)[0] ?? 'GET',
    headers: headersOf(token, body),
  };
  if (body !== undefined) init.body = JSON.stringify(body);
  if (signal) init.signal = signal;
  if (keepalive) init.keepalive = true;
  const address = addressOf(name, options.path, (options.query ?? {}) as Query);
  const response = await fetch(address, init).catch((cause: unknown) => {
    if (!signal?.aborted) void serverPresence.doubt();
    throw brokenOff(cause, signal);
  });
  if (gatewayTroubles.includes(response.status)) void serverPresence.doubt();
  else serverPresence.answered();
  if (response.ok) return response;
  const error = await errorFromResponse(response);
  // A late answer to the token of somebody who signed out before must not sign out who came after; and whoever
  // signed out on purpose is not told that the session has ended because something was asked for after that.
  if (error.status === 401 && name !== 'signIn' && token !== null && token === credentials.authToken()) {
    credentials.onUnauthorized(error);
  }
  throw error;
}

function headersOf(token: string | null, body: unknown): Headers {
  const headers = new Headers({ Accept: 'application/json' });
  if (token !== null) headers.set('Authorization', `Bearer ${token}`);
  if (setupCode !== null) headers.set('X-Setup-Code', setupCode);
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  return headers;
}

/** Why no answer came, or only its head: given up here, or the connection broke. */
const brokenOff = (cause: unknown, signal: AbortSignal | undefined): unknown =>
  signal?.aborted ? cause : new ApiError(0, 'unreachable', '', { cause });

async function readAnswer<N extends EndpointName>(
  response: Response,
  signal: AbortSignal | undefined,
): Promise<AnswerOf<Endpoints[N]>> {
  const text = await response.text().catch((cause: unknown) => {
    throw brokenOff(cause, signal);
  });
  if (text === '') return undefined as AnswerOf<Endpoints[N]>;
  try {
    return JSON.parse(text) as AnswerOf<Endpoints[N]>;
  } catch (cause) {
    throw new ApiError(response.status, 'unreadable', '', { cause });
  }
}
