import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/**
 * Who may call an endpoint.
 * - `anyone`: no token needed.
 * - `user`: a signed-in user (a full token, in the header, or on a GET in `auth_token`).
 * - `admin`: an administrator; open to local peers until the first user exists.
 * - `media`: as `user`, and also a media-scoped token.
 * - `link`: only a link token, made for one linking of an outside account.
 */
export type Access = 'anyone' | 'user' | 'admin' | 'media' | 'link';

/** HTTP methods of the contract. HEAD is answered wherever GET is. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * One call of the HTTP contract, below `/api`.
 *
 * `path` holds at most one parameter, at its end: `{name}` is exactly one segment, `{path*}` takes all
 * that is left (encoded or raw slashes), and a trailing `?` makes either optional. Behind a `{name}` more
 * may follow, fixed or in another segment: `/album/{name}/by/{artists}`.
 */
interface Declaration {
  /**
   * Declared by version 8 of the API. Where another call has the same method and address, a request whose header
   * `Accept-Version` is 8 gets this one; one that stands alone needs no header.
   */
  readonly version?: 8;
  readonly method: Method;
  readonly path: `/${string}`;
  readonly access: Access;
  /** One sentence for the interactive page. */
  readonly summary: string;
  readonly query?: z.ZodType;
  /** Largest body accepted, in bytes; 1 MiB unless told. */
  readonly bodyLimitBytes?: number;
  /** A field of the body that is a long list of texts, and its most entries: it is taken in parts, as it arrives. */
  readonly longList?: { readonly field: string; readonly most: number };
  /** The body is a form (multipart/form-data) of files, each under the name of its field. */
  readonly upload?: 'files';
  /** A schema of the JSON answer, or what comes instead of JSON. */
  readonly answer: z.ZodType | 'empty' | 'bytes' | 'html' | 'event-stream';
  /** Error codes of its own, besides those any call may answer. */
  readonly errors?: readonly ErrorCode[];
}

/** A body and one that the call takes: checks send it, whole and spoilt. A call without a body has neither. */
type Body =
  | { readonly body: z.ZodType; readonly bodyExample: unknown }
  | { readonly body?: never; readonly bodyExample?: never };

/** See {@link Declaration}. */
export type Endpoint = Declaration & Body;

/** Declares an endpoint, keeping its literal types for server and client. */
export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration;

/** The parsed body of an endpoint, or `undefined` when it takes none. */
export type BodyOf<E extends Endpoint> = E['body'] extends z.ZodType ? z.output<E['body']> : undefined;

/** What a client may send as the body of an endpoint. */
export type BodyInputOf<E extends Endpoint> = E['body'] extends z.ZodType ? z.input<E['body']> : undefined;

/** The parsed query of an endpoint. */
export type QueryOf<E extends Endpoint> = E['query'] extends z.ZodType ? z.output<E['query']> : undefined;

/** The JSON answer of an endpoint, or `undefined` when the answer is empty or not JSON. */
export type AnswerOf<E extends Endpoint> = E['answer'] extends z.ZodType ? z.output<E['answer']> : undefined;
