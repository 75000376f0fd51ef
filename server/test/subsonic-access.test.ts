import { type Endpoint, endpoints } from '@tonearm/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls, emptyAnswers, refusals } from '../src/features/subsonic/calls.ts';
import {
  type AppAccount,
  type AppAnswer,
  addApp,
  createApp,
  type Scheme,
  type Wanted,
} from './subsonic-app.ts';
import { startWholeServer, type WholeServer } from './whole-server.ts';

let server: WholeServer;
beforeAll(async () => {
  server = await startWholeServer();
  await server.createUser('root');
  const token = server.mint('root');
  for (const name of ['anna', 'gone']) await server.createUser(name, token);
});
afterAll(() => server[Symbol.asyncDispose]());

/** What a caller sends, and the code it is refused with; none for whoever is let in. */
interface Holding {
  readonly account?: AppAccount;
  readonly scheme: Scheme;
  readonly wanted?: Wanted;
  readonly headers?: Record<string, string>;
  readonly refusal?: 10 | 40 | 44;
  readonly mayAdminister?: boolean;
}

const asRoot = (wanted: { mayAdminister?: boolean } = {}) => addApp(server, 'root', wanted);

/** Everything a caller may hold. */
const holders: Readonly<Record<string, () => Holding | Promise<Holding>>> = {
  nothing: () => ({ scheme: 'none', refusal: 10 }),
  'a wrong app password': () => ({
    account: { username: 'root', secret: 'x'.repeat(24) },
    scheme: 'plain',
    refusal: 40,
  }),
  'a wrong salted token': () => ({
    account: { username: 'root', secret: 'x'.repeat(24) },
    scheme: 'token',
    refusal: 40,
  }),
  'a wrong key': () => ({ scheme: 'none', wanted: { apiKey: 'x'.repeat(24) }, refusal: 44 }),
  'the password of an account': () => ({
    account: { username: 'root', secret: 'root-password' },
    scheme: 'plain',
    refusal: 40,
  }),
  'an app password under the name of another': async () => ({
    account: { ...(await asRoot({ mayAdminister: true })), username: 'anna' },
    scheme: 'token',
    refusal: 40,
  }),
  'a revoked app password': async () => {
    const account = await asRoot({ mayAdminister: true });
    await server.call(`DELETE api/apps/${account.id}`, { token: server.mint('root') });
    return { account, scheme: 'token', refusal: 40 };
  },
  'a revoked key': async () => {
    const account = await asRoot({ mayAdminister: true });
    await server.call(`DELETE api/apps/${account.id}`, { token: server.mint('root') });
    return { account, scheme: 'key', refusal: 44 };
  },
  'the app password of a deleted user': async () => {
    const account = await addApp(server, 'gone');
    const answer = await server.call('DELETE api/user/gone', { token: server.mint('root') });
    expect(answer.status).toBe(200);
    return { account, scheme: 'token', refusal: 40 };
  },
  'a session of an administrator as a key': () => ({
    scheme: 'none',
    wanted: { apiKey: server.mint('root') },
    refusal: 44,
  }),
  'a media token of an administrator as a key': () => ({
    scheme: 'none',
    wanted: { apiKey: server.mint('root', { scope: 'media' }) },
    refusal: 44,
  }),
  'a session of an administrator as a password': () => ({
    account: { username: 'root', secret: server.mint('root') },
    scheme: 'plain',
    refusal: 40,
  }),
  'a session of an administrator in header and address': () => {
    const token = server.mint('root');
    const headers = { authorization: `Bearer ${token}`, cookie: `auth_token=${token}` };
    return { scheme: 'none', wanted: { auth_token: token }, headers, refusal: 10 };
  },
  'an app of a user': async () => ({ account: await addApp(server, 'anna'), scheme: 'token' }),
  'an app of an administrator': async () => ({ account: await asRoot(), scheme: 'token' }),
  'an app of an administrator that may administer': async () => ({
    account: await asRoot({ mayAdminister: true }),
    scheme: 'token',
    mayAdminister: true,
  }),
};

const declared = Object.entries(calls) as [string, { access: 'anyone' | 'user' | 'admin' }][];
const names = [...Object.keys(calls), ...Object.keys(emptyAnswers), ...refusals.keys()];
const accessOf = new Map(declared.map(([name, { access }]) => [name, access]));

/** Who is let in tells of something else: a parameter that is missing, or what there is. */
const shown = ({ body, code }: AppAnswer): number | 'in' => {
  const { message = '', helpUrl } = (body['error'] ?? {}) as { message?: string; helpUrl?: string };
  if (code === 10 && (helpUrl !== undefined || message.endsWith('who are you?'))) return 10;
  return code !== undefined && code >= 40 && code <= 50 ? code : 'in';
};

const verdict = (name: string, { refusal, mayAdminister = false }: Holding): number | 'in' => {
  const access = accessOf.get(name);
  if (access === 'anyone') return 'in';
  if (refusal !== undefined) return refusal;
  if (access === 'admin') return mayAdminister ? 'in' : 50;
  return refusals.get(name)?.code === 50 ? 50 : 'in';
};

describe.each(Object.keys(holders))('with %s', (holder) => {
  it('every call of apps answers as declared, in both spellings', async () => {
    const holding = await (holders[holder] as () => Holding | Promise<Holding>)();
    const { account = { username: '', secret: '' }, scheme, wanted = {}, headers = {} } = holding;
    const app = createApp(server.address, account);
    const got = await Promise.all(
      names.map(async (name, at) => {
        const suffix = at % 2 === 0 ? '.view' : '';
        const method = at % 3 === 0 ? 'POST' : 'GET';
        const answer = await app.ask(name, wanted, { scheme, headers, suffix, method });
        // These say by a status what is missing, and that they are a POST.
        const says = /^getTranscode(?:Decision|Stream)$/.test(name) && [400, 405].includes(answer.status);
        const refusal = shown(answer);
        return [name, says && (refusal === 'in' || refusal === 10) ? 200 : answer.status, refusal];
      }),
    );
    expect(got).toEqual(names.map((name) => [name, 200, verdict(name, holding)]));
  });
});

it('an app password opens no call of the product, wherever it is put', async () => {
  const { secret } = await asRoot({ mayAdminister: true });
  const guarded = (Object.entries(endpoints) as [string, Endpoint][]).filter(
    ([, { access }]) => access !== 'anyone',
  );
  for (const [name, { method, path, version }] of guarded) {
    const address = `api${path.replace(/\{\w+\*?\??\}$/, 'nothing-of-this-name')}`;
    const headers = version === undefined ? {} : { 'accept-version': String(version) };
    const body = method === 'PUT' || method === 'POST' ? { body: [], headers } : { headers };
    const [inHeader, inAddress] = await Promise.all([
      server.call(`${method} ${address}`, { token: secret, ...body }),
      server.call(`${method} ${address}?auth_token=${encodeURIComponent(secret)}`, body),
    ]);
    expect([name, inHeader.status, inAddress.status]).toEqual([name, 401, 401]);
  }
});
