import type { Readable } from 'node:stream';
import type { AnswerOf, BodyOf, Endpoint, EndpointName, Endpoints, QueryOf } from '@tonearm/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiVersion } from './api-version.ts';
import type { Caller } from './authenticate.ts';
import type { ListPart } from './bodies/list-packer.ts';
import type { FormPart } from './bodies/multipart.ts';

/**
 * An answer that is more than JSON with status 200. `json` is sent as it stands when it is text or a
 * stream (already JSON).
 */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | number>>;
  /** Already encoded JSON, in one piece or streamed. */
  readonly encodedJson?: string | Buffer | Readable;
  /** Bytes of a type of their own, as they are made. */
  readonly bytes?: { readonly type: string; readonly stream: Readable };
  /** The server's own page. */
  readonly html?: string;
}

const answerMark = Symbol('answer');

/** Marks an answer so that it is not taken for JSON. */
export const answerWith = (answer: Answer): Answer & { [answerMark]: true } => ({
  ...answer,
  [answerMark]: true,
});

/** Whether a handler's result is a marked answer. */
export const isAnswer = (value: unknown): value is Answer =>
  typeof value === 'object' && value !== null && answerMark in value;

const answeredMark = Symbol('answered');

/** See {@link answered}. */
export interface Answered {
  readonly [answeredMark]: true;
}

/**
 * Given back by a handler that has answered through `reply` itself. Not the reply: that is a promise of its
 * own end, and whoever awaits it waits for the client.
 */
export const answered: Answered = { [answeredMark]: true };

interface Uploading {
  readonly upload: string;
}

interface LongListed {
  readonly longList: object;
}

/** What a handler is given. `parameter` is the decoded path parameter, '' when absent. */
export interface Call<E extends Endpoint> {
  readonly parameter: string;
  /** The parameter behind it, '' where there is none. */
  readonly secondParameter: string;
  /** Nothing where a long list is to be taken as it arrives. */
  readonly body: E extends LongListed ? undefined : BodyOf<E>;
  /** The long list of the body as it arrives; whoever takes it acts on it when it has ended. */
  readonly list: E extends LongListed ? AsyncIterable<ListPart> : undefined;
  /** The files of a form. */
  readonly files: E extends Uploading ? readonly FormPart[] : undefined;
  readonly query: QueryOf<E>;
  /** Which version the client speaks, for the few calls that judge by it. */
  readonly version: ApiVersion;
  /** The signed-in caller; null on calls open to anyone and while setup is open. */
  readonly caller: E['access'] extends 'user' | 'media' | 'link' ? Caller : Caller | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Whether whoever calls might still make the call: for answers that go on after a sign-out. */
  readonly isStillAllowed: () => Promise<boolean>;
  /** Ends when the server begins to stop: answers that go on end with it. */
  readonly stopping: AbortSignal;
  /** Ends when the client goes away. */
  readonly signal: AbortSignal;
}

type Result<E extends Endpoint> = Json<E> | Answer | Answered | undefined;

type Json<E extends Endpoint> = AnswerOf<E> extends undefined ? undefined : AnswerOf<E>;

/**
 * What a handler gives back: the JSON value; nothing for an empty answer; `answerWith` for the rest; or
 * `answered` when the handler has taken over the socket.
 */
export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Result<E>> | Result<E>;

/** A handler bound to its endpoint. */
export interface Route {
  readonly name: EndpointName;
  readonly handle: Handler<Endpoint>;
}

/** Binds a handler to an endpoint of the contract, so that both are checked against it. */
export const route = <Name extends EndpointName>(name: Name, handle: Handler<Endpoints[Name]>): Route => ({
  name,
  handle: handle as unknown as Handler<Endpoint>,
});
