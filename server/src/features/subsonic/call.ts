import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallName, calls } from './calls.ts';
import type { ValuesOf } from './parameters.ts';
import type { Node } from './wire/tree.ts';

/** Whoever makes a call of an app. */
export interface Caller {
  readonly appId: number;
  readonly userId: number;
  readonly username: string;
  readonly isAdmin: boolean;
  /** Whether this app may do what administrators do. */
  readonly mayAdminister: boolean;
  /** kbit/s; null for no limit. */
  readonly maxBitRate: number | null;
}

/** What every handler is given. */
export interface Context {
  readonly caller: Caller;
  /** What the app calls itself. */
  readonly client: string;
  /** Headers of the answer beside its own. */
  readonly setHeader: (name: string, value: string) => void;
  /** For answers that are no envelope. */
  readonly exchange: { readonly request: FastifyRequest; readonly reply: FastifyReply };
  /** What came in the body of a call that takes JSON, as it came; '' for nothing. */
  readonly json: string;
  /** Ends when the client goes away. */
  readonly signal: AbortSignal;
}

/** A call with its parameters. */
export interface CallOf<Name extends CallName> extends Context {
  readonly parameters: ValuesOf<(typeof calls)[Name]['parameters']>;
}

const answeredMark = Symbol('answered');

/** See {@link isAnswered}. */
interface Answered {
  readonly [answeredMark]: true;
}

/** Given back by a handler that has answered by itself. */
export const isAnswered: Answered = { [answeredMark]: true };

/** What a handler gives back: what stands under the envelope. */
type Handler<Name extends CallName> = (call: CallOf<Name>) => Promise<Node | Answered> | Node | Answered;

/** Handlers by the names of their calls. */
export type Handlers = { readonly [Name in CallName]: Handler<Name> };
