import type { Node } from './tree.ts';
import { jsonPieces } from './write-json.ts';
import { xmlPieces } from './write-xml.ts';

/** The version of the protocol that is spoken. */
const protocolVersion = '1.16.1';

/** How an answer is written. */
export type Format =
  | { readonly kind: 'xml' }
  | { readonly kind: 'json' }
  | { readonly kind: 'jsonp'; readonly callback: string };

/** Content types of the formats. */
export const contentTypes: Readonly<Record<Format['kind'], string>> = {
  xml: 'text/xml; charset=utf-8',
  json: 'application/json; charset=utf-8',
  jsonp: 'text/javascript; charset=utf-8',
};

/** A trouble as the protocol tells it. */
export interface Failure {
  readonly code: number;
  /** A sentence a person can act on. */
  readonly message: string;
  readonly helpUrl?: string | undefined;
}

const root = 'subsonic-response';

const wrapped = (serverVersion: string, status: 'ok' | 'failed', body: Node): Node => ({
  status,
  version: protocolVersion,
  // Never the names of others: old apps switch their behaviour on those.
  type: 'tonearm',
  serverVersion,
  openSubsonic: true,
  ...body,
});

/** The whole of an answer that went well. */
export const answerTree = (serverVersion: string, body: Node): Node => wrapped(serverVersion, 'ok', body);

/** The whole of one that did not. */
export const failureTree = (serverVersion: string, { code, message, helpUrl }: Failure): Node =>
  wrapped(serverVersion, 'failed', { error: { code, message, helpUrl } });

/** Writes an envelope, in pieces; bytes are UTF-8. */
export async function* envelopePieces(envelope: Node, format: Format): AsyncGenerator<string | Buffer> {
  switch (format.kind) {
    case 'xml':
      yield* xmlPieces(root, { xmlns: 'http://subsonic.org/restapi', ...envelope });
      break;
    case 'json':
      yield* jsonPieces({ [root]: envelope });
      break;
    case 'jsonp':
      yield `${format.callback}(`;
      yield* jsonPieces({ [root]: envelope });
      yield ');';
      break;
    default:
      format satisfies never;
  }
}
