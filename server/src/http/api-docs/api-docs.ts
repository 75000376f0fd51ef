import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { ApiVersion } from '../api-version.ts';
import type { Page } from '../app.ts';
import { answerWith, type Route, route } from '../route.ts';
import { pagePolicy } from '../security-headers.ts';
import { openApiDocument } from './openapi.ts';

/** The files of the page, by address. */
const pageFiles = [
  { url: '/api-docs', file: 'page.html', type: 'text/html; charset=utf-8' },
  { url: '/api-docs/page.css', file: 'page.css', type: 'text/css; charset=utf-8' },
  { url: '/api-docs/page.js', file: 'page.js', type: 'text/javascript; charset=utf-8' },
] as const;

/** `/api/openapi.json`; a document is made when it is first asked for. */
export const createApiDocsRoutes = (): Route[] => {
  const made = new Map<ApiVersion, string>();
  return [
    route('apiDocument', ({ query }) => {
      const version = query.version === '8' ? 8 : 7;
      const encodedJson = made.get(version) ?? JSON.stringify(openApiDocument(version));
      made.set(version, encodedJson);
      return answerWith({ encodedJson, headers: { 'Cache-Control': 'no-cache' } });
    }),
  ];
};

/** The interactive page at `/api-docs`: no asset from elsewhere, nothing inline. */
export const createApiDocsPage = (): Page => (app: FastifyInstance) => {
  for (const { url, file, type } of pageFiles) {
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: async (_request, reply) => {
        const bytes = await readFile(join(import.meta.dirname, file));
        reply.headers({ 'Cache-Control': 'no-cache', 'Content-Security-Policy': pagePolicy });
        return reply.type(type).send(bytes);
      },
    });
  }
  app.route({
    method: ['GET', 'HEAD'],
    url: '/api-docs/',
    // Relative, so that it holds below any sub-path.
    handler: (_request, reply) => reply.redirect('../api-docs', 308),
  });
};
