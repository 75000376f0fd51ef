import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { readConfig } from '../src/config.ts';
import { type Log, silentLog } from '../src/platform/log.ts';
import type { NumberedLine } from '../src/platform/log-ring.ts';
import { start } from '../src/start.ts';
import { temporaryFolder } from './account-server.ts';

/** Cheap hashes: whole-server tests are about what is done with them. */
const cheapCost = { memoryKib: 64, passes: 1 };

const yearMs = 365 * 24 * 60 * 60 * 1000;

/** Nobody listens there: no test reaches a real service. */
const nowhere = 'http://127.0.0.1:9/';
const nothingOutside = ['lastfm-root', 'listenbrainz-root', 'ddns-root'].flatMap((flag) => [
  `--${flag}`,
  nowhere,
]);

/** A call over the network. `body` is sent as JSON, `rawBody` as it is. */
export interface NetworkCall {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly rawBody?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Record<string, string>;
}

/** What came back; the body of an endless answer is cut off. */
export interface NetworkAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The error code of a problem document, or ''. */
  readonly code: string;
}

const readAnswer = async (response: Response): Promise<NetworkAnswer> => {
  const type = response.headers.get('content-type') ?? '';
  const isEndless = type.startsWith('text/event-stream');
  const text = isEndless ? '' : await response.text();
  if (isEndless) await response.body?.cancel();
  const code =
    type.startsWith('application/problem+json') && text !== ''
      ? (JSON.parse(text) as { code: string }).code
      : '';
  return { status: response.status, headers: response.headers, text, code };
};

/** A way to call a server at an address that ends with a slash. */
export const createNetworkCaller =
  (address: string) =>
  async (target: string, call: NetworkCall = {}): Promise<NetworkAnswer> => {
    const [method = 'GET', path = '/'] = target.split(/ (.*)/s);
    const body = call.rawBody ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
    const response = await fetch(new URL(path.replace(/^\//, ''), address), {
      method,
      redirect: 'manual',
      headers: {
        ...(call.token === undefined ? {} : { authorization: `Bearer ${call.token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...call.headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    return readAnswer(response);
  };

/** Kinds of tokens a test can mint. */
export interface MintedToken {
  readonly scope?: 'full' | 'media' | 'link';
  readonly isExpired?: boolean;
}

/** What a server may be started with. */
interface WholeServerOptions {
  readonly flags?: readonly string[];
  readonly log?: Log;
  readonly recentLog?: () => readonly NumberedLine[];
  /** One of the test's, which stays: so that a server can be started again. */
  readonly folder?: ReturnType<typeof temporaryFolder>;
}

/** The whole product on a free port, over an empty data folder of its own unless one is given. */
export const startWholeServer = async (options: WholeServerOptions = {}) => {
  const folder = options.folder ?? temporaryFolder();
  const dataFolder = join(folder.path, 'data');
  const argv = [
    '--host',
    '127.0.0.1',
    '--port',
    '0',
    '--data',
    dataFolder,
    ...nothingOutside,
    // Told otherwise where songs are converted: else every server of every test would look for it.
    ...(options.flags?.includes('--ffmpeg') === true ? [] : ['--ffmpeg', 'no']),
    ...(options.flags ?? []),
  ];
  const config = readConfig({ argv, environment: {}, workingFolder: folder.path });
  const server = await start(config, {
    log: options.log ?? silentLog,
    passwordCost: cheapCost,
    ...(options.recentLog === undefined ? {} : { recentLog: options.recentLog }),
  });
  const call = createNetworkCaller(server.address);
  const state = new Database(join(dataFolder, 'state.db'));
  // What the test itself writes need not survive anything.
  state.pragma('synchronous = OFF');

  const store = state.prepare(
    `INSERT INTO sessions (user_id, token_hash, scope, parent_id, client, created_at_ms, last_used_at_ms, expires_at_ms)
     SELECT id, ?, ?, ?, '', ?, ?, ? FROM users WHERE name = ? RETURNING id`,
  );
  const insert = (name: string, scope: string, parentId: unknown, expiresAtMs: number) => {
    const token = randomBytes(32).toString('base64url');
    const hash = createHash('sha256').update(token).digest();
    const id: unknown = store.pluck().get(hash, scope, parentId, Date.now(), Date.now(), expiresAtMs, name);
    return { token, id };
  };

  return {
    address: server.address,
    port: server.port,
    leave: server.leave,
    folder: folder.path,
    state,
    call,
    /** Makes a user; the first one needs no token. */
    createUser: (name: string, token?: string, isAdmin = false) =>
      call('POST api/user', { token, body: { name, password: `${name}-password`, admin: isAdmin } }),
    /** Puts a token into the database, as signing in would. */
    mint: (name: string, { scope = 'full', isExpired = false }: MintedToken = {}): string => {
      const expiresAtMs = Date.now() + (isExpired ? -1000 : yearMs);
      const session = insert(name, 'full', null, expiresAtMs);
      return scope === 'full' ? session.token : insert(name, scope, session.id, expiresAtMs).token;
    },
    [Symbol.asyncDispose]: async () => {
      state.close();
      await server.close();
      if (options.folder === undefined) folder.remove();
    },
  };
};

/** A running whole server. */
export type WholeServer = Awaited<ReturnType<typeof startWholeServer>>;
