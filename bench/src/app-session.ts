import { createHash, randomBytes } from 'node:crypto';
import { createBenchClient } from './http-client.ts';
import type { ServedLibrary } from './served-library.ts';

type Parameters = Readonly<Record<string, string | number>>;

/** What an app got, and how long it took. */
interface AppAnswer {
  readonly body: Readonly<Record<string, unknown>>;
  readonly totalMs: number;
}

/** An app that speaks Subsonic, signed in with salted tokens as most are. */
export interface AppSession extends Disposable {
  /** @throws Error for an answer that is no success */
  ask(name: string, parameters?: Parameters): Promise<AppAnswer>;
  /** In XML, as apps get it that ask for nothing else. @throws Error for an answer that is no success */
  askXml(name: string, parameters: Parameters): Promise<{ readonly xml: string; readonly totalMs: number }>;
  /** Of what is no envelope. */
  fetch(name: string, parameters: Parameters): Promise<{ readonly firstByteMs: number }>;
  /** The same with a password that is none. @throws Error when it is let in */
  askWrong(): Promise<void>;
}

/** Makes a password for an app, and an app with it. */
export const signInApp = async (served: ServedLibrary): Promise<AppSession> => {
  const { secret, username } = await served.client.json<{ secret: string; username: string }>('apps', {
    method: 'POST',
    body: { name: 'bench', may_administer: true },
  });
  const root = new URL('rest/', served.product.address).href;
  const client = createBenchClient(root);
  // Of others: nobody waits for their connections.
  const stranger = createBenchClient(root);
  const addressOf = (name: string, parameters: Parameters, password = secret): string => {
    const salt = randomBytes(6).toString('hex');
    const token = createHash('md5')
      .update(password + salt)
      .digest('hex');
    const all = { u: username, t: token, s: salt, v: '1.16.1', c: 'bench', f: 'json', ...parameters };
    const pairs = Object.entries(all).map(([key, value]): [string, string] => [key, String(value)]);
    return `${name}?${new URLSearchParams(pairs).toString()}`;
  };
  return {
    ask: async (name, parameters = {}) => {
      const { body, status, totalMs } = await client.send(addressOf(name, parameters));
      const answer = (JSON.parse(body.toString('utf8')) as Record<string, Record<string, unknown>>)[
        'subsonic-response'
      ];
      if (answer === undefined || answer['status'] !== 'ok')
        throw new Error(`${name} answered ${status}: ${body.toString('utf8').slice(0, 300)}`);
      return { body: answer, totalMs };
    },
    askXml: async (name, parameters) => {
      const { body, status, totalMs } = await client.send(addressOf(name, { ...parameters, f: 'xml' }));
      const xml = body.toString('utf8');
      if (!xml.includes('status="ok"')) throw new Error(`${name} answered ${status}: ${xml.slice(0, 300)}`);
      return { xml, totalMs };
    },
    fetch: async (name, parameters) => {
      const answer = await client.send(addressOf(name, parameters));
      if (!(answer.headers['content-type'] ?? '').startsWith('audio/'))
        throw new Error(`${name} answered ${answer.headers['content-type']}`);
      return answer;
    },
    askWrong: async () => {
      const { body } = await stranger.send(addressOf('ping', {}, randomBytes(8).toString('hex')));
      if (!body.toString('utf8').includes('"code":40')) throw new Error('a wrong password was let in');
    },
    [Symbol.dispose]: () => {
      client.close();
      stranger.close();
    },
  };
};
