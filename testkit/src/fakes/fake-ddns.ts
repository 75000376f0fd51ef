import { type FakeServer, sendText, startFakeServer } from './fake-server.ts';
import { type HostileBehaviour, sendHostile } from './hostile-upstream.ts';
import { createScript, type Script } from './script.ts';

/** A plain answer with its status, or one of the ways in which a provider can be hostile. */
export type DdnsBehaviour = { text: string; status?: number } | HostileBehaviour;

/** An update that came in. */
interface DdnsCall {
  host: string | null;
  username: string;
  password: string;
  /** Whether the credentials were right. */
  isAuthorised: boolean;
}

/** A YDNS on loopback. */
export interface FakeDdns extends FakeServer, Omit<Script<DdnsBehaviour>, 'take'> {
  /** Where updates go: `…/api/v1/update/`. */
  updateUrl: string;
  calls: DdnsCall[];
}

/** Starts a provider that knows one account; wrong credentials get 401, whatever the script says. */
export async function startFakeDdns({
  username = 'ddns-user',
  password = 'ddns-password',
}: {
  username?: string;
  password?: string;
} = {}): Promise<FakeDdns> {
  const script = createScript<DdnsBehaviour>({ text: 'ok 203.0.113.7' });
  const calls: DdnsCall[] = [];
  const server = await startFakeServer(({ url, headers }, response) => {
    if (!/^\/api\/v1\/update\/?$/.test(url.pathname)) return sendText(response, 'no such page', 404);
    const given = readBasic(headers.authorization);
    const isAuthorised = given.username === username && given.password === password;
    calls.push({ host: url.searchParams.get('host'), ...given, isAuthorised });
    if (!isAuthorised) return sendText(response, 'badauth', 401);
    const behaviour = script.take();
    if (typeof behaviour === 'object') sendText(response, behaviour.text, behaviour.status);
    else sendHostile(response, behaviour);
  });
  const { next, always } = script;
  return { ...server, next, always, updateUrl: `${server.root}/api/v1/update/`, calls };
}

/** User and password of a Basic header; a password may hold colons. */
function readBasic(header = ''): { username: string; password: string } {
  const text = Buffer.from(header.replace(/^Basic /, ''), 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return { username: text.slice(0, Math.max(0, colon)), password: text.slice(colon + 1) };
}
