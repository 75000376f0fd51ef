import { createHash } from 'node:crypto';
import type { WholeServer } from './whole-server.ts';

/** An element of XML, without what does not matter to a reader. */
interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const unescaped = (text: string): string => {
  if (/[<"]/.test(text)) throw new Error(`not escaped: ${text.slice(0, 80)}`);
  return text.replace(/&(#\d+|\w+);|&/g, (whole, name: string | undefined) => {
    if (name === undefined) throw new Error(`a loose & in ${text.slice(0, 80)}`);
    if (name.startsWith('#')) return String.fromCodePoint(Number(name.slice(1)));
    const character = entities[name];
    if (character === undefined) throw new Error(`no entity ${whole}`);
    return character;
  });
};

const attributePattern = /\s+([\w:]+)="([^"]*)"/gy;
const tagPattern = /<(\/?)([\w:-]+)((?:\s+[\w:]+="[^"]*")*)\s*(\/?)>/y;
// What XML 1.0 may hold.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
const unspeakable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;

const attributesOf = (source: string): Record<string, string> => {
  const attributes: Record<string, string> = {};
  for (const [, name = '', value = ''] of source.matchAll(attributePattern)) {
    if (Object.hasOwn(attributes, name)) throw new Error(`${name} stands twice`);
    attributes[name] = unescaped(value);
  }
  return attributes;
};

/** Reads XML as strictly as a parser of a desktop app. @throws Error for what is not well-formed */
export const parseXml = (xml: string): Element => {
  if (unspeakable.test(xml)) throw new Error('a character that XML cannot hold');
  const head = /^<\?xml version="1\.0" encoding="UTF-8"\?>\s*/.exec(xml);
  if (head === null) throw new Error(`no XML: ${xml.slice(0, 80)}`);
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open: Element[] = [root];
  let at = head[0].length;
  while (at < xml.length) {
    const current = open.at(-1) ?? root;
    if (xml[at] !== '<') {
      const next = xml.indexOf('<', at);
      current.text += unescaped(xml.slice(at, next === -1 ? xml.length : next));
      at = next === -1 ? xml.length : next;
      continue;
    }
    tagPattern.lastIndex = at;
    const tag = tagPattern.exec(xml);
    if (tag === null) throw new Error(`no tag: ${xml.slice(at, at + 80)}`);
    at += tag[0].length;
    const [, isEnd, name = '', attributes = '', isEmpty] = tag;
    if (isEnd === '/') {
      if (current.name !== name) throw new Error(`</${name}> closes <${current.name}>`);
      open.pop();
      continue;
    }
    const element: Element = { name, attributes: attributesOf(attributes), children: [], text: '' };
    current.children.push(element);
    if (isEmpty !== '/') open.push(element);
  }
  const [only, ...more] = root.children;
  if (only === undefined || more.length > 0 || open.length !== 1) throw new Error('not one whole element');
  return only;
};

export type Json = { readonly [key: string]: unknown };

const elementsOnly = /^(?:artist|album)Info2?$/;

/** What a JSON answer has to look like in XML: scalars are attributes, lists are elements that repeat. */
export const elementOfJson = (name: string, value: unknown): Element => {
  if (typeof value !== 'object' || value === null)
    return { name, attributes: {}, children: [], text: String(value) };
  const attributes: Record<string, string> = {};
  const children: Element[] = [];
  let text = '';
  for (const [key, entry] of Object.entries(value)) {
    if (Array.isArray(entry)) children.push(...entry.map((one) => elementOfJson(key, one)));
    else if (typeof entry === 'object' || elementsOnly.test(name)) children.push(elementOfJson(key, entry));
    else if (key === 'value' && /^(?:genre|lyrics|line)$/.test(name)) text = String(entry);
    else attributes[key] = String(entry);
  }
  return { name, attributes, children, text };
};

/** What an app got. */
export interface AppAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body of the envelope; empty for what is no JSON. */
  readonly body: Json;
  readonly code: number | undefined;
}

export type Scheme = 'key' | 'plain' | 'hex' | 'token' | 'none';

/** Who an app says it is. */
export interface AppAccount {
  readonly username: string;
  readonly secret: string;
}

/** How a call is made. */
export interface AppCall {
  readonly method?: 'GET' | 'POST' | 'HEAD';
  readonly format?: 'json' | 'xml' | 'jsonp' | '';
  readonly scheme?: Scheme;
  readonly client?: string;
  readonly version?: string;
  readonly headers?: Record<string, string>;
  /** Sent as JSON, with the parameters in the address. */
  readonly json?: unknown;
  /** Behind the name of the call. */
  readonly suffix?: string;
}

export type Wanted = Readonly<
  Record<string, string | number | boolean | readonly (string | number)[] | undefined>
>;

const salt = 'pinch';

/** The parameters by which an app signs in. */
const signInWith = (scheme: Scheme, { username, secret }: AppAccount): Readonly<Record<string, string>> => {
  switch (scheme) {
    case 'key':
      return { apiKey: secret };
    case 'plain':
      return { u: username, p: secret };
    case 'hex':
      return { u: username, p: `enc:${Buffer.from(secret).toString('hex')}` };
    case 'token':
      return {
        u: username,
        s: salt,
        t: createHash('md5')
          .update(secret + salt)
          .digest('hex'),
      };
    case 'none':
      return {};
  }
};

const pairsOf = (wanted: Wanted): [string, string][] =>
  Object.entries(wanted).flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return [];
    return Array.isArray(value)
      ? value.map((one): [string, string] => [name, String(one)])
      : [[name, String(value as string)]];
  });

const bodyOf = (text: string, type: string): Json => {
  const json = type.startsWith('text/javascript') ? text.replace(/^[\w.$]+\(/, '').replace(/\);$/, '') : text;
  if (!/^(application\/json|text\/javascript)/.test(type) || json === '') return {};
  return (JSON.parse(json) as { 'subsonic-response': Json })['subsonic-response'];
};

/** An app as people have them: JSON and salted tokens unless told. */
export const createApp = (address: string, account: AppAccount) => {
  const fetchCall = (name: string, wanted: Wanted = {}, call: AppCall = {}): Promise<Response> => {
    const { method = 'GET', format = 'json', scheme = 'token', suffix = '' } = call;
    const pairs = new URLSearchParams([
      ...pairsOf({ c: call.client ?? 'test', v: call.version ?? '1.16.1' }),
      ...pairsOf(signInWith(scheme, account)),
      ...(format === '' ? [] : [['f', format] as [string, string]]),
      ...pairsOf(wanted),
    ]);
    const url = new URL(`rest/${name}${suffix}`, address);
    if (call.json !== undefined)
      return fetch(`${url.href}?${pairs.toString()}`, {
        method: 'POST',
        body: typeof call.json === 'string' ? call.json : JSON.stringify(call.json),
        headers: { 'content-type': 'application/json' },
      });
    if (method !== 'POST')
      return fetch(`${url.href}?${pairs.toString()}`, {
        method,
        ...(call.headers === undefined ? {} : { headers: call.headers }),
      });
    return fetch(url, {
      method,
      body: pairs,
      ...(call.headers === undefined ? {} : { headers: call.headers }),
    });
  };
  const ask = async (name: string, wanted: Wanted = {}, call: AppCall = {}): Promise<AppAnswer> => {
    const response = await fetchCall(name, wanted, call);
    const text = await response.text();
    const body = bodyOf(text, response.headers.get('content-type') ?? '');
    const code = (body['error'] as { code: number } | undefined)?.code;
    return { status: response.status, headers: response.headers, text, body, code };
  };
  return {
    fetch: fetchCall,
    ask,
    /** What stands under a key of an answer that went well. */
    get: async <T = Json>(name: string, wanted: Wanted = {}, key?: string): Promise<T> => {
      const { body } = await ask(name, wanted);
      if (body['status'] !== 'ok') throw new Error(`${name}: ${JSON.stringify(body['error'])}`);
      return (key === undefined ? body : body[key]) as T;
    },
  };
};

export type TestApp = ReturnType<typeof createApp>;

/** Makes an app password as its owner does, in the product. */
export const addApp = async (
  server: Pick<WholeServer, 'call' | 'mint'>,
  username: string,
  wanted: { mayAdminister?: boolean; maxBitRate?: number } = {},
): Promise<AppAccount & { readonly id: number }> => {
  const body = {
    name: 'Test',
    may_administer: wanted.mayAdminister ?? false,
    max_bit_rate: wanted.maxBitRate ?? null,
  };
  const answer = await server.call('POST api/apps', { token: server.mint(username), body });
  const { secret, id } = JSON.parse(answer.text) as { secret: string; id: number };
  return { username, secret, id };
};

/** An answer's text without what a scan changes from one moment to the next, in JSON or XML. */
export const withoutScan = (text: string): string =>
  text
    .replace(/[ ,]"?lastScan"?[:=]"[^"]*"/, '')
    .replace(/("?scanning"?[:=]"?)(?:true|false)/, '$1false')
    .replace(/("?count"?[:=]"?)\d+/, '$10');

/** Calls whose answers a scan changes. */
export const isAboutScans = (name: string): boolean => name === 'getScanStatus' || name === 'startScan';
