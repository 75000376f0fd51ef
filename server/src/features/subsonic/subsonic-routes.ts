import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Page } from '../../http/app.ts';
import { restRoot } from '../../http/paths.ts';
import { crossOriginHeaders } from '../../http/security-headers.ts';
import type { Log } from '../../platform/log.ts';
import { formLimitBytes } from './request-parameters.ts';

/** What answers everything below `/rest`. */
export interface Rest {
  take(request: FastifyRequest, reply: FastifyReply): void;
  /** Tells of what went wrong before that. */
  fail(error: unknown, request: FastifyRequest, reply: FastifyReply): void;
}

/** Methods that calls of the protocol take. */
export const takenMethods = ['GET', 'HEAD', 'POST', 'OPTIONS'];

/** Every call of the Subsonic protocol, below `/rest`. @param deps.rest what answers, which may still be loaded */
export const createSubsonicPage = (deps: { readonly rest: () => Promise<Rest>; readonly log: Log }): Page => {
  const answerBy = (reply: FastifyReply, answer: (rest: Rest) => void): void => {
    deps
      .rest()
      .then(answer)
      .catch((error: unknown) => {
        deps.log.error('an app could not be answered', { error });
        if (reply.sent) reply.raw.destroy();
        else reply.code(500).send('');
      });
  };
  return (app) => {
    app.route({
      method: [...takenMethods, 'PUT', 'DELETE', 'PATCH'],
      url: `${restRoot}/*`,
      bodyLimit: formLimitBytes,
      onRequest: (_request, reply, done) => {
        reply.headers(crossOriginHeaders);
        done();
      },
      errorHandler: (error, request, reply) => answerBy(reply, (rest) => rest.fail(error, request, reply)),
      handler: (request, reply) => answerBy(reply, (rest) => rest.take(request, reply)),
    });
  };
};
