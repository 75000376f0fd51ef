import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import { type Endpoint, endpoints } from '@tonearm/contract';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { AppError } from '../platform/app-error.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { createMemoryReturn } from '../platform/memory-return.ts';
import { byVersion, spokenVersion, type Versions, versionHeader, wantedVersion } from './api-version.ts';
import { type Authority, authenticate, type Caller, type SetupPeer } from './authenticate.ts';
import { type BodyRequest, readBody, readFiles, readLongList } from './bodies/body.ts';
import { drain } from './bodies/body-source.ts';
import { createUploadGate, type UploadGate } from './bodies/upload-gate.ts';
import { answerClientError } from './client-error.ts';
import { limitConnections } from './connection-limit.ts';
import { decodePathParameter } from './decode-path.ts';
import { sendError } from './error-response.ts';
import { allowedMethods, apiRoot, type PathShape, pathShapeOf, routerTarget } from './paths.ts';
import type { Call, Route } from './route.ts';
import { apiHeaders } from './security-headers.ts';
import { sendResult } from './send-result.ts';
import { createProxyTrust, forwarderOf } from './trusted-proxies.ts';

/** Adds what is not a call of the contract, such as the files of the web client. */
export type Page = (app: FastifyInstance) => void;

/** What the HTTP layer needs. */
export interface AppOptions {
  readonly log: Log;
  readonly clock: Pick<Clock, 'schedule'>;
  /** Gives memory back to the system; asked to after much was received. */
  readonly giveBack?: () => void;
  readonly authority: Authority;
  readonly routes: readonly Route[];
  /** Gives the error that is told in place of one that a call threw; the same unless told. */
  readonly explain?: (error: unknown) => unknown;
  /** What is served beside the calls. */
  readonly pages?: readonly Page[];
  /** '' or `/sub/path`. */
  readonly basePath: string;
  /** Addresses or networks whose forwarding headers are believed. */
  readonly trustedProxies: readonly string[];
}

interface MountOptions {
  readonly authority: Authority;
  readonly isTrusted: (address: string) => boolean;
  readonly gate: UploadGate;
  readonly clock: Pick<Clock, 'schedule'>;
  readonly onBytes: (count: number) => void;
  readonly explain: (error: unknown) => unknown;
  /** Ends when the server begins to stop. */
  readonly stopping: AbortSignal;
}

/** Largest request line and headers together: long search queries must get through. */
const maxHeaderBytes = 256 * 1024;

const commonHeaders = Object.entries(apiHeaders);

/** Guards against clients that send slowly or hold connections. */
/** For whole bodies, however long they waited for their turn; each piece has a time of its own, see `body-source.ts`. */
const requestTimeoutMs = 10 * 60_000;
const headersTimeoutMs = 10_000;
const keepAliveTimeoutMs = 15_000;
/** How often these are looked at. */
const connectionCheckMs = 2_000;

const signalOf = (reply: FastifyReply): AbortSignal => {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
};

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
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Call<Endpoint>> => {
  const { endpoint, shape, admit, stopping } = mounted;
  const raw = request.params as { parameter?: string; second?: string };
  const parameter =
    shape.parameter === 'none' ? '' : decodePathParameter(raw.parameter ?? '', shape.parameter);
  const secondParameter = decodePathParameter(raw.second ?? '', 'segment');
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
      signal ??= signalOf(reply);
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

const respond = async (
  versions: Versions<Mounted>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> => {
  try {
    const mounted = chosen(versions, request, reply);
    sendResult(mounted.endpoint, await mounted.handle(await callOf(mounted, request, reply)), reply);
  } catch (error) {
    reply.send(versions.plain.explain(error));
  }
};

const mountedOf = ({ name, handle }: Route, options: MountOptions): Mounted => {
  const endpoint: Endpoint = endpoints[name];
  const { gate, clock, onBytes, explain, stopping } = options;
  const admit = admitter(endpoint, options);
  const shape = pathShapeOf(endpoint.path);
  return { endpoint, shape, handle, admit, gate, clock, onBytes, explain, stopping };
};

/** Versions of one call have the same access: who may call is judged before the version. */
const mountRoute = (app: FastifyInstance, versions: Versions<Mounted>): void => {
  const { endpoint, shape, admit } = versions.plain;
  const fixed = `${apiRoot}${shape.fixed}`;
  const urls = shape.parameter === 'none' ? [fixed] : [`${fixed}/:parameter${shape.behind}`];
  if (shape.isOptional) urls.push(fixed);
  for (const url of urls) {
    app.route({
      method: endpoint.method === 'GET' ? ['GET', 'HEAD'] : endpoint.method,
      url,
      onRequest: async (request) => {
        request.setDecorator('caller', await admit(request));
      },
      // Gives the framework no promise: it would wait for the client to take the answer.
      handler: (request, reply) => void respond(versions, request, reply),
    });
  }
};

const answerUnknown = (request: FastifyRequest): AppError => {
  const allowed = allowedMethods(request.url.split('?')[0] ?? '');
  if (allowed.length === 0) return new AppError('not_found', 'There is nothing at this address.');
  return new AppError('method_not_allowed', `This address takes ${allowed.join(', ')}.`, {
    headers: { Allow: allowed.join(', ') },
  });
};

/**
 * The HTTP application: every route of the contract, authentication before bodies, one shape of error.
 * The only file that knows the framework's life cycle. Not yet listening.
 */
export const createApp = async (options: AppOptions): Promise<FastifyInstance> => {
  const isTrusted = createProxyTrust(options.trustedProxies);
  const app = fastify({
    logger: false,
    trustProxy: options.trustedProxies.length === 0 ? false : isTrusted,
    genReqId: () => randomUUID(),
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    forceCloseConnections: 'idle',
    // The framework's own would say that there are no bytes wherever a HEAD makes none.
    exposeHeadRoutes: false,
    rewriteUrl: (request) => routerTarget(request.url ?? '/', options.basePath),
    routerOptions: { maxParamLength: maxHeaderBytes },
    frameworkErrors: (error, request, reply) =>
      sendError(new AppError('invalid_path', 'The address is not valid.', { cause: error }), {
        request,
        reply,
        log: options.log,
      }),
    clientErrorHandler: answerClientError,
    http: {
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: connectionCheckMs,
    },
  });
  limitConnections(app.server, { isExempt: isTrusted });
  app.decorateRequest('caller', null);
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 1024,
    customTypes: /^(application\/(problem\+)?json|text\/(html|css|javascript|xml)|image\/svg\+xml)/,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } },
    zlibOptions: { level: 1 },
    // Compressed bodies are refused, not unpacked.
    globalDecompression: false,
  });
  app.removeAllContentTypeParsers();
  const { note: onBytes } = createMemoryReturn({
    clock: options.clock,
    giveBack: options.giveBack ?? (() => {}),
  });
  // Bodies are read as they arrive, by the call that wants one.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.addHook('onSend', (request, reply, _payload, done) => {
    drain(request.raw, { response: reply.raw, clock: options.clock, onBytes });
    for (const [name, value] of commonHeaders) {
      if (!reply.hasHeader(name)) reply.header(name, value);
    }
    done();
  });
  // Before the body: it would be judged by a limit that means nothing there.
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.is404 ? answerUnknown(request) : undefined);
  });
  app.setErrorHandler((error, request, reply) => sendError(error, { request, reply, log: options.log }));
  app.setNotFoundHandler((request, reply) => {
    sendError(answerUnknown(request), { request, reply, log: options.log });
  });
  const stop = new AbortController();
  app.addHook('preClose', (done) => {
    stop.abort();
    done();
  });
  const gate = createUploadGate(options.clock);
  const mountOptions = {
    authority: options.authority,
    isTrusted,
    gate,
    clock: options.clock,
    onBytes,
    explain: options.explain ?? ((error: unknown) => error),
    stopping: stop.signal,
  };
  const mounted = options.routes.map((one) => mountedOf(one, mountOptions));
  const keyOf = ({ endpoint }: Mounted): string => `${endpoint.method} ${endpoint.path}`;
  for (const versions of byVersion(mounted, keyOf, ({ endpoint }) => endpoint.version === 8)) {
    mountRoute(app, versions);
  }
  for (const page of options.pages ?? []) page(app);
  return app;
};
