import type { AppFinding, AppFindingName } from '@tonearm/contract';
import type { Asker, Question, Reply, Way } from './asking.ts';
import { finding } from './finding.ts';
import type { AppProfile } from './profiles.ts';
import { type Samples, seenOf } from './replay.ts';

interface Between {
  /** By the address, and to the server itself. */
  readonly way: Way;
  readonly direct: Way;
  readonly profile: AppProfile;
  readonly asker: Asker;
  readonly found: Samples;
  readonly url: URL;
}

/** Looks for one thing that is done to requests or answers. */
type Look = (between: Between) => Promise<AppFinding[]>;

const isOk = (reply: Reply): boolean =>
  reply.kind === 'answer' && reply.status === 200 && reply.envelope?.isOk === true;

/** `wrong` for apps that need it, else a note. */
const weightFor = (isNeeded: boolean): AppFinding['weight'] => (isNeeded ? 'wrong' : 'note');

/** A question that is answered well, unless something in between does not let it through. */
const mustPass =
  (name: AppFindingName, question: Question, isNeededBy: (profile: AppProfile) => boolean): Look =>
  async ({ way, profile }) => {
    const reply = await way.ask(question);
    if (isOk(reply)) return [];
    return [finding(name, weightFor(isNeededBy(profile)), { call: question.call, seen: seenOf(reply) })];
  };

const missingParameter = 10;

const lookAtPosts: Look = async ({ way, profile }) => {
  const reply = await way.ask({ call: 'ping', method: 'POST' });
  if (isOk(reply)) return [];
  const isLost = reply.kind === 'answer' && reply.envelope?.code === missingParameter;
  const weight = weightFor(profile.method === 'POST');
  return [finding(isLost ? 'form_lost' : 'post_refused', weight, { call: 'ping', seen: seenOf(reply) })];
};

const lookAtHeads: Look = async ({ way }) => {
  const reply = await way.ask({ call: 'ping', method: 'HEAD' });
  const isFine = reply.kind === 'answer' && reply.status === 200;
  return isFine ? [] : [finding('head_refused', 'note', { call: 'ping', seen: seenOf(reply) })];
};

/** A page of another origin. */
const origin = 'https://page.example';

const lookAtPreflights: Look = async ({ way, profile }) => {
  const headers = { Origin: origin, 'Access-Control-Request-Method': 'POST' };
  const reply = await way.ask({ call: 'ping', method: 'OPTIONS', headers });
  const isLet =
    reply.kind === 'answer' &&
    reply.status >= 200 &&
    reply.status < 300 &&
    reply.headers.get('access-control-allow-origin') !== null;
  if (isLet) return [];
  return [
    finding('preflight_refused', weightFor(profile.isInBrowser), { call: 'ping', seen: seenOf(reply) }),
  ];
};

const lookAtOrigins: Look = async ({ way, profile }) => {
  const reply = await way.ask({ call: 'ping', headers: { Origin: origin } });
  if (reply.kind === 'trouble') return [];
  const allowed = reply.headers.get('access-control-allow-origin');
  if (allowed === '*' || allowed === origin) return [];
  const name = allowed === null ? 'cross_origin_lost' : 'cross_origin_doubled';
  return [finding(name, weightFor(profile.isInBrowser), { call: 'ping', seen: allowed })];
};

/** Headers that apps read, by the calls that have them. */
const watched: readonly { readonly call: string; readonly names: readonly string[] }[] = [
  { call: 'getAlbumList2', names: ['content-type', 'cache-control', 'x-total-count'] },
  { call: 'stream', names: ['content-type', 'content-length', 'accept-ranges', 'etag'] },
];

const sentTo = (call: string, { song }: Samples): Record<string, string> | null => {
  if (call === 'getAlbumList2') return { type: 'newest', size: '1' };
  return song === undefined ? null : { id: song };
};

const headersOf = (reply: Reply, names: readonly string[]): string[] =>
  reply.kind === 'trouble' ? [] : names.filter((name) => reply.headers.get(name) !== null);

const lookAtHeaders: Look = async ({ way, direct, found }) => {
  const findings: AppFinding[] = [];
  for (const { call, names } of watched) {
    const sent = sentTo(call, found);
    if (sent === null) continue;
    const question: Question = { call, sent, method: 'GET', headers: { Range: 'bytes=0-' } };
    const [here, there] = [await direct.ask(question), await way.ask(question)];
    if (there.kind === 'trouble') continue;
    const arrived = new Set(headersOf(there, names));
    const lost = headersOf(here, names).filter((name) => !arrived.has(name));
    if (lost.length > 0) findings.push(finding('headers_lost', 'doubtful', { call, seen: lost.join(', ') }));
  }
  return findings;
};

const lookAtRanges: Look = async ({ way, found }) => {
  if (found.song === undefined) return [];
  const headers = { Range: 'bytes=1-2' };
  const reply = await way.ask({ call: 'stream', sent: { id: found.song }, method: 'GET', headers });
  if (reply.kind === 'trouble') return [];
  const isPart =
    reply.status === 206 && reply.headers.get('content-range')?.startsWith('bytes 1-2/') === true;
  return isPart ? [] : [finding('ranges_lost', 'doubtful', { call: 'stream', seen: String(reply.status) })];
};

const samePath = (a: string, b: string): boolean => a.replace(/\/+$/, '') === b.replace(/\/+$/, '');

/** The server tells where passwords are made, by the address it was told it has. */
const lookAtForwarding: Look = async ({ way, asker, url, profile }) => {
  const nobody = { ...asker, secret: 'nobody-has-this-one' };
  const reply = await way.ask({ call: 'ping', as: nobody });
  if (reply.envelope === null) return [];
  if (reply.envelope.isOk) return [finding('answer_of_another', 'wrong', { call: 'ping' })];
  const { helpUrl } = reply.envelope;
  if (helpUrl === null || !URL.canParse(helpUrl)) return [];
  const told = new URL(helpUrl);
  if (told.host !== url.host) return [finding('forwarded_host', 'note', { seen: told.host })];
  if (told.protocol !== url.protocol)
    return [finding('forwarded_scheme', profile.isInBrowser ? 'doubtful' : 'note', { seen: told.origin })];
  return samePath(told.pathname, url.pathname)
    ? []
    : [finding('forwarded_path', 'note', { seen: told.pathname })];
};

/** Longer than what proxies let through unless told: 8 KiB of an address, 1 MiB of a form. */
const longAddress = 'x'.repeat(24 * 1024);
const largeForm = 'x'.repeat(1536 * 1024);

const looks: readonly Look[] = [
  mustPass(
    'view_refused',
    { call: 'ping', method: 'GET', suffix: '.view' },
    ({ suffix }) => suffix === '.view',
  ),
  mustPass('slashes_refused', { call: 'ping', method: 'GET', folder: '/rest/' }, () => false),
  lookAtPosts,
  lookAtHeads,
  mustPass(
    'long_address_refused',
    { call: 'ping', method: 'GET', sent: { x: longAddress } },
    ({ method }) => method === 'GET',
  ),
  mustPass(
    'large_form_refused',
    { call: 'ping', method: 'POST', sent: { x: largeForm } },
    ({ method }) => method === 'POST',
  ),
  lookAtPreflights,
  lookAtOrigins,
  lookAtHeaders,
  lookAtRanges,
  lookAtForwarding,
];

/** What follows from another trouble is not told twice. */
const follows: Partial<Record<AppFindingName, readonly AppFindingName[]>> = {
  post_refused: ['large_form_refused'],
  form_lost: ['large_form_refused'],
  cross_origin_lost: ['preflight_refused'],
};

/** Looks for everything that something between an app and the server may do. */
export const lookBetween = async (between: Between): Promise<AppFinding[]> => {
  const findings: AppFinding[] = [];
  for (const look of looks) findings.push(...(await look(between)));
  const implied = new Set(findings.flatMap(({ name }) => follows[name] ?? []));
  return findings.filter(({ name }) => !implied.has(name));
};
