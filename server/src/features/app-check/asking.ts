import { hash } from 'node:crypto';
import type { AppScheme } from '@tonearm/contract';
import type { ProbeResult, SendProbe } from '../../platform/outbound.ts';
import type { AppProfile } from './profiles.ts';

/** What an envelope says; null for what is none. */
interface Envelope {
  readonly isOk: boolean;
  readonly code: number | null;
  readonly message: string;
  readonly helpUrl: string | null;
  readonly type: string;
  /** The whole of it where it is JSON. */
  readonly body: Readonly<Record<string, unknown>>;
}

const attribute = (element: string, name: string): string | null =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(element)?.[1]?.replaceAll('&amp;', '&') ?? null;

const xmlEnvelope = (text: string): Envelope | null => {
  const root = /<subsonic-response\s[^>]*>/.exec(text)?.[0];
  if (root === undefined) return null;
  const error = /<error\s[^>]*>/.exec(text)?.[0] ?? '';
  const code = attribute(error, 'code');
  return {
    isOk: attribute(root, 'status') === 'ok',
    code: code === null ? null : Number(code),
    message: attribute(error, 'message') ?? '',
    helpUrl: attribute(error, 'helpUrl'),
    type: attribute(root, 'type') ?? '',
    body: {},
  };
};

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const jsonEnvelope = (text: string): Envelope | null => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null;
  }
  const body = (parsed as { 'subsonic-response'?: unknown } | null)?.['subsonic-response'];
  if (typeof body !== 'object' || body === null) return null;
  const fields = body as Record<string, unknown>;
  const error = (fields['error'] ?? {}) as Record<string, unknown>;
  return {
    isOk: fields['status'] === 'ok',
    code: typeof error['code'] === 'number' ? error['code'] : null,
    message: textOf(error['message']) ?? '',
    helpUrl: textOf(error['helpUrl']),
    type: textOf(fields['type']) ?? '',
    body: fields,
  };
};

/** Reads an answer in either encoding. */
const envelopeOf = (text: string): Envelope | null =>
  text.trimStart().startsWith('<') ? xmlEnvelope(text) : jsonEnvelope(text);

/** Who asks. */
export interface Asker {
  readonly username: string;
  readonly secret: string;
  readonly scheme: AppScheme;
}

const salt = 'tonearm-self-test';

const credentialsOf = ({ username, secret, scheme }: Asker): Record<string, string> => {
  switch (scheme) {
    case 'key':
      return { apiKey: secret };
    case 'plain':
      return { u: username, p: secret };
    case 'hex':
      return { u: username, p: `enc:${Buffer.from(secret).toString('hex')}` };
    case 'token':
      return { u: username, s: salt, t: hash('md5', secret + salt) };
    default:
      return scheme satisfies never;
  }
};

/** One question, as an app asks it. */
export interface Question {
  readonly call: string;
  readonly sent?: Readonly<Record<string, string>>;
  readonly method?: 'GET' | 'POST' | 'HEAD' | 'OPTIONS';
  readonly format?: 'json' | 'xml';
  readonly suffix?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What stands before the name of the call. */
  readonly folder?: string;
  readonly as?: Asker;
}

/** What came back, with the envelope where there is one. */
export type Reply = ProbeResult & { readonly envelope: Envelope | null };

/** One way to a server. */
export interface Way {
  /** Ends with a slash. */
  readonly root: string;
  ask(question: Question): Promise<Reply>;
}

/** Lists of an app that reads a collection are longer than what else comes from outside. */
const mostBytes = 4 * 1024 * 1024;

/** A way to ask as an app does, below an address that ends with a slash. */
export const createWay = (
  root: string,
  deps: { readonly probe: SendProbe; readonly asker: Asker; readonly profile: AppProfile },
): Way => {
  const { probe, asker, profile } = deps;
  return {
    root,
    ask: async (question) => {
      const { method = profile.method, suffix = profile.suffix, folder = 'rest/' } = question;
      const pairs = new URLSearchParams({
        c: profile.client,
        v: profile.version,
        f: question.format ?? profile.format,
        ...credentialsOf(question.as ?? asker),
        ...question.sent,
      });
      const isForm = method === 'POST';
      const url = `${root}${folder}${question.call}${suffix}${isForm ? '' : `?${pairs.toString()}`}`;
      const result = await probe({
        ...{ root, url, method, mostBytes },
        ...(question.headers === undefined ? {} : { headers: question.headers }),
        ...(isForm ? { body: pairs } : {}),
      });
      return { ...result, envelope: result.kind === 'answer' ? envelopeOf(result.text) : null };
    },
  };
};
