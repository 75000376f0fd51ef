import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { answerWith, type Route, route } from '../../http/route.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Operation } from './operation.ts';

/** So soon it is worth asking again, in seconds. */
const retryAfterSeconds = 2;

/** `/health`, `/ready`, `/diagnostics`, `/log`. */
export const createOperationRoutes = ({ operation }: { operation: Operation }): Route[] => [
  route('getHealth', () => ({ status: 'ok' as const })),
  route('getReady', () => {
    const reason = operation.notReady();
    if (reason === null) return { status: 'ready' as const, reason };
    return answerWith({
      status: 503,
      headers: { 'Retry-After': retryAfterSeconds },
      encodedJson: JSON.stringify({ status: 'not_ready', reason }),
    });
  }),
  route('getDiagnostics', () => operation.diagnostics()),
  route('getLog', ({ query }) => operation.log(query)),
];

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** `/metrics` for whoever holds the token. Where none was set there is no such address. */
export const createMetricsPage =
  ({ operation, token }: { operation: Operation; token: string }) =>
  (app: FastifyInstance): void => {
    app.addHook('onResponse', (request, reply, done) => {
      const { method } = request;
      operation.noteAnswer({ method, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
      done();
    });
    if (token === '') return;
    const wanted = digest(`Bearer ${token}`);
    app.route({
      method: ['GET', 'HEAD'],
      url: '/metrics',
      handler: async (request, reply) => {
        if (!timingSafeEqual(digest(request.headers.authorization ?? ''), wanted))
          throw new AppError('unauthorized', 'Measurements need their own token.');
        reply.header('Cache-Control', 'no-store').type('text/plain; version=0.0.4; charset=utf-8');
        return operation.metrics();
      },
    });
  };
