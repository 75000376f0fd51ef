import { constants } from 'node:zlib';
import compress, { type FastifyCompressOptions } from '@fastify/compress';
import fastify, { type FastifyInstance } from 'fastify';
import { AppError } from '../platform/app-error.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { createMemoryReturn } from '../platform/memory/memory-return.ts';
import type { Authority } from './authenticate.ts';
import { drain } from './bodies/body-source.ts';
import { createUploadGate } from './bodies/upload-gate.ts';
import { answerClientError } from './client-error.ts';
import { limitConnections } from './connection-limit.ts';
import { sendError } from './error-response.ts';
import { answerUnknown, mountCalls } from './mount-calls.ts';
import { sendNotFoundPage, wantsPage } from './not-found-page.ts';
import { nextRequestId } from './request-id.ts';
import type { Route } from './route.ts';
import { apiHeaders } from './security-headers.ts';
import { createTargets, type Targets } from './targets.ts';
import { createProxyTrust } from './trusted-proxies.ts';

/** Adds what is not a call of the contract, such as the files of the web client. */
export type Page = (app: FastifyInstance) => void;

/** What the HTTP layer needs. */
export interface AppOptions {
  readonly log: Log;
  readonly clock: Pick<Clock, 'schedule'>;
  /** Gives memory back to the system; asked to after much was received. */
  readonly giveBack?: () => void;
  /** Hears of each request, before anything is done. */
  readonly onAsked?: () => void;
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

/** Largest request line and headers together: long search queries must get through. */
const maxHeaderBytes = 256 * 1024;

const unneeded = (): never => {
  throw new Error('Bodies and answers are judged by the contract.');
};

/** The framework's own compile schemas of another kind, which takes time and memory to load. */
const noCompilers = { buildValidator: unneeded, buildSerializer: unneeded };

const commonHeaders = Object.entries(apiHeaders);

/** Guards against clients that send slowly or hold connections. */
/** For whole bodies, however long they waited for their turn; each piece has a time of its own, see `body-source.ts`. */
const requestTimeoutMs = 10 * 60_000;
const headersTimeoutMs = 10_000;
const keepAliveTimeoutMs = 15_000;
/** How often these are looked at. */
const connectionCheckMs = 2_000;

/** The framework as it is set up here, without anything that it answers. */
const createFramework = (
  options: AppOptions,
  { isTrusted, targets }: { isTrusted: ReturnType<typeof createProxyTrust>; targets: Targets },
) =>
  fastify({
    logger: false,
    trustProxy: options.trustedProxies.length === 0 ? false : isTrusted,
    genReqId: nextRequestId,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    forceCloseConnections: 'idle',
    // Whoever got through before the end is answered.
    return503OnClosing: false,
    // The framework's own would say that there are no bytes wherever a HEAD makes none.
    exposeHeadRoutes: false,
    rewriteUrl: targets.routed,
    routerOptions: { maxParamLength: maxHeaderBytes },
    schemaController: { compilersFactory: noCompilers },
    frameworkErrors: (error, request, reply) => {
      // No hook is called for these.
      reply.headers(apiHeaders);
      if (wantsPage(request)) sendNotFoundPage(reply, options.basePath);
      else {
        const invalid = new AppError('invalid_path', 'The address is not valid.', { cause: error });
        sendError(invalid, { request, reply, log: options.log });
      }
    },
    clientErrorHandler: answerClientError,
    http: {
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: connectionCheckMs,
    },
  });

const compression: FastifyCompressOptions = {
  encodings: ['br', 'gzip'],
  threshold: 1024,
  customTypes: /^(application\/(problem\+)?json|text\/(html|css|javascript|xml)|image\/svg\+xml)/,
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } },
  zlibOptions: { level: 1 },
  // Compressed bodies are refused, not unpacked.
  globalDecompression: false,
};

/**
 * The HTTP application: every route of the contract, authentication before bodies, one shape of error.
 * The only file that knows the framework's life cycle. Not yet listening.
 */
export const createApp = async (options: AppOptions): Promise<FastifyInstance> => {
  const isTrusted = createProxyTrust(options.trustedProxies);
  const targets = createTargets(options.basePath);
  const app = createFramework(options, { isTrusted, targets });
  limitConnections(app.server, { isExempt: isTrusted });
  await app.register(compress, compression);
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
    options.onAsked?.();
    done(request.is404 ? answerUnknown(targets.pathOf(request)) : undefined);
  });
  app.setErrorHandler((error, request, reply) => sendError(error, { request, reply, log: options.log }));
  app.setNotFoundHandler((request, reply) => {
    sendError(answerUnknown(targets.pathOf(request)), { request, reply, log: options.log });
  });
  const stop = new AbortController();
  app.addHook('preClose', (done) => {
    stop.abort();
    done();
  });
  mountCalls(app, options.routes, {
    pathOf: targets.pathOf,
    authority: options.authority,
    isTrusted,
    gate: createUploadGate(options.clock),
    clock: options.clock,
    onBytes,
    explain: options.explain ?? ((error: unknown) => error),
    stopping: stop.signal,
  });
  for (const page of options.pages ?? []) page(app);
  return app;
};
