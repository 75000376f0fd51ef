import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createBodySource } from '../../http/bodies/body-source.ts';
import { createUploadGate, type UploadGate } from '../../http/bodies/upload-gate.ts';
import { goneSignal } from '../../http/gone-signal.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { codeOfError, codes, ProtocolError, type SettingsTab } from './protocol-error.ts';
import {
  assertFormSize,
  formLimitBytes,
  hasForm,
  hasJson,
  jsonLimitBytes,
  mergeParameters,
} from './request-parameters.ts';
import type { Reached, Subsonic } from './subsonic.ts';
import { type Rest, takenMethods } from './subsonic-routes.ts';
import {
  answerTree,
  contentTypes,
  envelopePieces,
  type Failure,
  type Format,
  failureTree,
} from './wire/envelope.ts';
import { isWhole, type Node } from './wire/tree.ts';

const preflightHeaders = (request: FastifyRequest): Record<string, string> => ({
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, OPTIONS',
  'Access-Control-Allow-Headers': String(request.headers['access-control-request-headers'] ?? '*'),
  'Access-Control-Max-Age': '86400',
  Vary: 'Access-Control-Request-Headers',
});

/** What an answer that is made while it is sent gathers before it goes on, and what is no longer gathered. */
const pieceLength = 64 * 1024;
const largeLength = 16 * 1024;

async function* gathered(pieces: AsyncIterable<string | Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    const isLarge = bytes.length >= largeLength;
    if (!isLarge) {
      waiting.push(bytes);
      length += bytes.length;
    }
    if (length > 0 && (isLarge || length >= pieceLength)) {
      yield Buffer.concat(waiting);
      waiting = [];
      length = 0;
    }
    if (isLarge) yield bytes;
  }
  if (length > 0) yield Buffer.concat(waiting);
}

/** Sends what is there already. Much of it is not put together first: that would take as much memory once more. */
const sendWhole = (reply: FastifyReply, pieces: readonly Buffer[]): void => {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (length <= pieceLength || pieces.length === 1) {
    reply.send(pieces.length === 1 ? pieces[0] : Buffer.concat(pieces));
    return;
  }
  reply.header('Content-Length', length).send(Readable.from(pieces, { objectMode: false }));
};

interface Told {
  readonly failure: Failure;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
}

/** Statuses that say more than an envelope: to come back later, and what is wrong with a range. */
const plainStatuses: ReadonlySet<number> = new Set([412, 416, 429, 503]);

/** What trouble of a call that tells it by statuses is; who is not let in is told as everywhere. */
const plainStatusOf = (error: unknown, code: number): number => {
  if (code === codes.notFound) return 404;
  if (code === codes.other || code === codes.parameterMissing)
    return error instanceof AppError ? error.status : 400;
  return 200;
};

const settingsUrl = (
  request: FastifyRequest,
  { basePath, tab }: { basePath: string; tab: SettingsTab },
): string | undefined => {
  const { host } = request.headers;
  return host === undefined || !/^[\w.:[\]-]+$/.test(host)
    ? undefined
    : `${request.protocol}://${host}${basePath}/#/settings/${tab}`;
};

const tell = (error: unknown, helpUrl: (tab: SettingsTab) => string | undefined): Told | null => {
  if (error instanceof ProtocolError) {
    const failure = {
      code: error.code,
      message: error.message,
      helpUrl: error.leadsTo === undefined ? undefined : helpUrl(error.leadsTo),
    };
    const { plainStatus = 200 } = error;
    return { failure, status: plainStatus, headers: plainStatus === 405 ? { Allow: 'POST, OPTIONS' } : {} };
  }
  if (!(error instanceof AppError)) return null;
  const isPlain = plainStatuses.has(error.status) && error.code !== 'read_only';
  const failure = { code: codeOfError[error.code], message: error.message };
  const headers = error.code === 'unavailable' ? { 'Retry-After': '1', ...error.headers } : error.headers;
  return { failure, status: isPlain ? error.status : 200, headers };
};

const readBody = async (
  request: FastifyRequest,
  { gate, clock }: { gate: UploadGate; clock: Pick<Clock, 'schedule'> },
  limitBytes = formLimitBytes,
): Promise<string> => {
  const announced = Number(request.headers['content-length'] ?? 0);
  assertFormSize(announced, limitBytes);
  const visit = gate.visit(`address ${request.ip}`);
  const source = createBodySource(request.raw, clock);
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    await visit.grow(announced);
    for (let piece = await source.next(); piece !== null; piece = await source.next()) {
      bytes += piece.length;
      assertFormSize(bytes, limitBytes);
      await visit.grow(bytes);
      pieces.push(piece);
    }
    return Buffer.concat(pieces).toString('utf8');
  } finally {
    source.stop();
    visit.leave();
  }
};

interface RestDeps {
  readonly subsonic: Subsonic;
  /** Says what an error of the product means while the library is being filled. */
  readonly explain: (error: unknown) => unknown;
  readonly basePath: string;
  readonly clock: Pick<Clock, 'schedule'>;
  readonly log: Log;
}

const createSender = ({ subsonic, basePath, log }: RestDeps) => {
  const send = (reply: FastifyReply, tree: Node, format: Format): void => {
    reply.header('Content-Type', contentTypes[format.kind]);
    const pieces = envelopePieces(tree, format);
    if (!isWhole(tree)) {
      reply.send(Readable.from(gathered(pieces), { objectMode: false }));
      return;
    }
    void (async () => {
      const whole: Buffer[] = [];
      for await (const piece of gathered(pieces)) whole.push(piece);
      sendWhole(reply, whole);
    })();
  };
  const sendFailure = (
    error: unknown,
    {
      request,
      reply,
      format,
      profile = null,
      hasPlainStatuses = false,
    }: Pick<Reached, 'format'> &
      Partial<Pick<Reached, 'profile' | 'hasPlainStatuses'>> & {
        request: FastifyRequest;
        reply: FastifyReply;
      },
  ): void => {
    const told = tell(error, (tab) => settingsUrl(request, { basePath, tab }));
    if (told === null) log.error('a call of an app failed', { request_id: request.id, error });
    const { failure, status, headers } = told ?? {
      failure: { code: codes.other, message: 'Something went wrong on the server. Its log says more.' },
      status: 200,
      headers: {},
    };
    const isTold = hasPlainStatuses && status === 200;
    reply.code(isTold ? (told === null ? 500 : plainStatusOf(error, failure.code)) : status).headers(headers);
    const { helpUrl, ...plain } = failure;
    const takesHelp = profile?.keysOf('Error')?.has('helpUrl') ?? true;
    send(reply, failureTree(subsonic.serverVersion, takesHelp ? failure : plain), format);
  };
  return { send, sendFailure };
};

const createResponder = (deps: RestDeps, { send, sendFailure }: ReturnType<typeof createSender>) => {
  const { subsonic, explain, clock } = deps;
  const gate = createUploadGate(clock);

  const answer = async (
    reached: Reached,
    json: string,
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  ): Promise<void> => {
    try {
      const tree = await subsonic.answer(reached, {
        address: request.ip,
        setHeader: (name, value) => void reply.header(name, value),
        exchange: { request, reply },
        json,
        signal: goneSignal(reply),
      });
      if (tree !== null) send(reply, answerTree(subsonic.serverVersion, tree), reached.format);
    } catch (error) {
      if (reply.sent || reply.raw.headersSent) throw error;
      sendFailure(explain(error), { request, reply, ...reached });
    }
  };

  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const name = (request.params as { '*': string })['*'].replace(/\.view$/, '');
    const url = request.raw.url ?? '';
    let reached = subsonic.reach(name, mergeParameters(url, ''));
    let json = '';
    try {
      if (hasForm(request.raw)) {
        const form = await readBody(request, { gate, clock });
        reached = subsonic.reach(name, mergeParameters(url, form));
      } else if (reached.takesJson && hasJson(request.raw))
        json = await readBody(request, { gate, clock }, jsonLimitBytes);
    } catch (error) {
      sendFailure(error, { request, reply, format: reached.format, profile: reached.profile });
      return;
    }
    if (reached.isKnown) {
      await answer(reached, json, { request, reply });
      return;
    }
    reply.code(404);
    const failure = { code: codes.other, message: 'This server does not know this call.' };
    send(reply, failureTree(subsonic.serverVersion, failure), reached.format);
  };
};

/** Makes what answers every call of the Subsonic protocol. */
export const createRest = (deps: RestDeps): Rest => {
  const sender = createSender(deps);
  const respond = createResponder(deps, sender);

  const refuseMethod = (reply: FastifyReply): void => {
    reply.code(405).header('Allow', takenMethods.join(', '));
    const failure = { code: codes.other, message: `This address takes ${takenMethods.join(', ')}.` };
    sender.send(reply, failureTree(deps.subsonic.serverVersion, failure), { kind: 'xml' });
  };

  return {
    fail: (error, request, reply) => sender.sendFailure(error, { request, reply, format: { kind: 'xml' } }),
    take: (request, reply) => {
      if (request.method === 'OPTIONS') reply.code(204).headers(preflightHeaders(request)).send();
      else if (!takenMethods.includes(request.method)) refuseMethod(reply);
      else
        respond(request, reply).catch((error: unknown) => {
          deps.log.debug('an answer to an app was cut off', { error });
          reply.raw.destroy();
        });
    },
  };
};
