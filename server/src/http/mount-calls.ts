import { type Endpoint, endpoints } from '@tonearm/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../platform/app-error.ts';
import type { Clock } from '../platform/clock.ts';
import { byVersion, spokenVersion, type Versions, versionHeader, wantedVersion } from './api-version.ts';
import { type Authority, authenticate, type Caller, type SetupPeer } from './authenticate.ts';
import { type BodyRequest, readBody, readFiles, readLongList } from './bodies/body.ts';
import type { UploadGate } from './bodies/upload-gate.ts';
import { type CallTable, createCallTable } from './call-table.ts';
import { decodePathParameter } from './decode-path.ts';
import { goneSignal } from './gone-signal.ts';
import { allowedMethods, apiRoot, type PathShape, pathShapeOf } from './paths.ts';
import type { Call, Route } from './route.ts';
import { sendResult } from './send-result.ts';
import { callsAddress, type Targets } from './targets.ts';
import { forwarderOf } from './trusted-proxies.ts';

/** What calls are answered with. */
interface MountOptions {
  /** The address of a request, see {@link Targets}. */
  readonly pathOf: Targets['pathOf'];
  readonly authority: Authority;
  readonly isTrusted: (address: string) => boolean;
  readonly gate: UploadGate;
  readonly clock: Pick<Clock, 'schedule'>;
  readonly onBytes: (count: number) => void;
  readonly explain: (error: unknown) => unknown;
  /** Ends when the server begins to stop. */
  readonly stopping: AbortSignal;
}

const firstOf = (value: unknown): string | undefined => {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : undefined;
};

const setupPeerOf = (request: FastifyRequest, isTrusted: (address: string) => boolean): SetupPeer => {
  const forwarder = forwarderOf(request, isTrusted);
  return {
    address: request.ip,
    isForwardedByStranger: forwarder === 'stranger',
    // A proxy of ours answers to the names that its owner gave it.
    host: forwarder === 'trusted' ? undefined : request.headers.host,
    setupCode: firstOf(request.headers['x-setup-code']),
  };
};

const parseQuery = (endpoint: Endpoint, request: FastifyRequest): unknown => {
  if (endpoint.query === undefined) return undefined;
  const result = endpoint.query.safeParse(request.query);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new AppError(
    endpoint.errors?.includes('invalid_thumbnail_options') === true
      ? 'invalid_thumbnail_options'
      : 'invalid_request',
    `The parameter ${issue?.path.join('.') ?? ''} is not valid.`,
  );
};

/** A route of the contract with what is the same for each of its calls. */
interface Mounted {
  readonly endpoint: Endpoint;
  readonly shape: PathShape;
  readonly handle: Route['handle'];
  /** Judges the token of a request by what the endpoint asks for. Throws AppError. */
  readonly admit: (request: FastifyRequest) => Promise<Caller | null>;
  readonly gate: UploadGate;
  readonly clock: Pick<Clock, 'schedule'>;
  readonly onBytes: (count: number) => void;
  readonly explain: (error: unknown) => unknown;
  readonly stopping: AbortSignal;
}

/** A call that was asked for. */
type Called = NonNullable<ReturnType<CallTable<Versions<Mounted>>['find']>>;

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

const admitter =
  (endpoint: Endpoint, { authority, isTrusted }: MountOptions): Mounted['admit'] =>
  (request) =>
    authenticate(endpoint.access, {
      credentials: {
        method: request.method,
        queryToken: firstOf((request.query as Record<string, unknown>)['auth_token']),
        authorization: request.headers.authorization,
      },
      peer: setupPeerOf(request, isTrusted),
      authority,
    });

const isAdmitted = async (admit: Mounted['admit'], request: FastifyRequest): Promise<boolean> => {
  try {
    await admit(request);
    return true;
  } catch {
    return false;
  }
};

const versionOf = (request: FastifyRequest) => spokenVersion(request.headers['accept-version']);

const bodyRequestOf = ({ endpoint, gate, clock, onBytes }: Mounted, request: FastifyRequest): BodyRequest => {
  const caller = request.getDecorator<Caller | null>('caller');
  const sender = caller === null ? `address ${request.ip}` : `user ${caller.userId}`;
  return { endpoint, version: versionOf(request), message: request.raw, gate, clock, sender, onBytes };
};

/** The body, or the list or the files that are taken from it. */
const payloadOf = async (
  mounted: Mounted,
  request: FastifyRequest,
): Promise<Pick<Call<Endpoint>, 'body' | 'list' | 'files'>> => {
  const { endpoint } = mounted;
  const bodyRequest = bodyRequestOf(mounted, request);
  const isPlain = endpoint.body !== undefined && endpoint.longList === undefined;
  return {
    body: (isPlain ? await readBody(bodyRequest) : undefined) as never,
    list: (endpoint.longList === undefined ? undefined : readLongList(bodyRequest)) as never,
    files: (endpoint.upload === undefined ? undefined : await readFiles(bodyRequest)) as never,
  };
};

const callOf = async (
  mounted: Mounted,
  raw: { readonly parameter: string; readonly second: string },
  { request, reply }: Exchange,
): Promise<Call<Endpoint>> => {
  const { endpoint, shape, admit, stopping } = mounted;
  const parameter = shape.parameter === 'none' ? '' : decodePathParameter(raw.parameter, shape.parameter);
  const secondParameter = decodePathParameter(raw.second, 'segment');
  if (parameter === null || secondParameter === null)
    throw new AppError('not_found', 'There is no such address.');
  const query = parseQuery(endpoint, request);
  const payload = await payloadOf(mounted, request);
  let signal: AbortSignal | undefined;
  return {
    parameter,
    secondParameter,
    ...payload,
    query: query as never,
    version: versionOf(request),
    caller: request.getDecorator<Caller | null>('caller') as never,
    request,
    reply,
    isStillAllowed: () => isAdmitted(admit, request),
    stopping,
    // Most calls never ask.
    get signal() {
      signal ??= goneSignal(reply);
      return signal;
    },
  };
};

/** Which of two versions is asked for; asking which there are is never refused. */
const chosen = (
  { plain, eighth }: Versions<Mounted>,
  request: FastifyRequest,
  reply: FastifyReply,
): Mounted => {
  if (eighth === undefined) return plain;
  reply.header('Vary', versionHeader);
  const choose = plain.endpoint.access === 'anyone' ? spokenVersion : wantedVersion;
  return choose(request.headers['accept-version']) === 8 ? eighth : plain;
};

const respond = async (called: Called, exchange: Exchange): Promise<void> => {
  const { request, reply } = exchange;
  try {
    const mounted = chosen(called.what, request, reply);
    sendResult(mounted.endpoint, await mounted.handle(await callOf(mounted, called, exchange)), reply);
  } catch (error) {
    reply.send(called.what.plain.explain(error));
  }
};

const mountedOf = ({ name, handle }: Route, options: MountOptions): Mounted => {
  const endpoint: Endpoint = endpoints[name];
  const { gate, clock, onBytes, explain, stopping } = options;
  const admit = admitter(endpoint, options);
  const shape = pathShapeOf(endpoint.path);
  return { endpoint, shape, handle, admit, gate, clock, onBytes, explain, stopping };
};

/** The error of an address at which nothing answers. @param path as it comes from `pathOf` */
export const answerUnknown = (path: string): AppError => {
  const allowed = allowedMethods(path);
  if (allowed.length === 0) return new AppError('not_found', 'There is nothing at this address.');
  return new AppError('method_not_allowed', `This address takes ${allowed.join(', ')}.`, {
    headers: { Allow: allowed.join(', ') },
  });
};

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * One route for all calls: they are found in a table. Versions of one call have the same access, so who may call is
 * judged before the version.
 */
export const mountCalls = (app: FastifyInstance, routes: readonly Route[], options: MountOptions): void => {
  const mounted = routes.map((one) => mountedOf(one, options));
  const keyOf = ({ endpoint }: Mounted): string => `${endpoint.method} ${endpoint.path}`;
  const calls = byVersion(mounted, keyOf, ({ endpoint }) => endpoint.version === 8).map((what) => {
    const { endpoint, shape } = what.plain;
    return { method: endpoint.method, shape, what };
  });
  const table = createCallTable(apiRoot, calls);
  app.decorateRequest('caller', null);
  app.decorateRequest('called', null);
  app.route({
    method: methods,
    url: callsAddress,
    onRequest: async (request) => {
      const path = options.pathOf(request);
      const called = table.find(request.method, path);
      if (called === null) throw answerUnknown(path);
      request.setDecorator('called', called);
      request.setDecorator('caller', await called.what.plain.admit(request));
    },
    // Gives the framework no promise: it would wait for the client to take the answer.
    handler: (request, reply) => void respond(request.getDecorator<Called>('called'), { request, reply }),
  });
};
