import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../platform/app-error.ts';
import type { Page } from './app.ts';
import { sendNotFoundPage, wantsPage } from './not-found-page.ts';
import { apiRoot } from './paths.ts';
import { pagePolicy } from './security-headers.ts';
import { listStaticFiles, type StaticFile, type StaticFiles, type StoredForm } from './static-files.ts';

const entryName = 'index.html';
const oneYear = 'public, max-age=31536000, immutable';

const missingPage = `<!doctype html>
<html lang="en">
<title>Tonearm</title>
<h1>The web player is not built yet</h1>
<p>The server is running, but its web player is missing. Start it with <code>npm start</code>, which builds what is missing.</p>
</html>
`;

/** The files as they are now: read again after a build, told by the time of its entry page. */
const createFileTable = (distFolder: string): (() => Promise<StaticFiles | null>) => {
  let files: StaticFiles = new Map();
  let readAtMs = Number.NaN;
  return async () => {
    const entry = await stat(join(distFolder, entryName)).catch(() => null);
    if (entry === null) return null;
    if (entry.mtimeMs !== readAtMs) {
      files = listStaticFiles(distFolder);
      readAtMs = entry.mtimeMs;
    }
    return files;
  };
};

const acceptedForm = (file: StaticFile, accepted: string): StoredForm | undefined => {
  const offers = accepted.toLowerCase().split(',');
  const takes = (encoding: string): boolean =>
    offers.some((offer) => {
      const [name = '', ...parameters] = offer.split(';').map((part) => part.trim());
      return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    });
  return file.forms.find((form) => form.encoding === null || takes(form.encoding));
};

const isUnchanged = (request: FastifyRequest, etag: string): boolean => {
  const known = request.headers['if-none-match'] ?? '';
  return known.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag);
};

const sendFile = async (
  file: StaticFile,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const form = acceptedForm(file, String(request.headers['accept-encoding'] ?? ''));
  if (form === undefined) throw new Error('a static file has no form');
  reply.headers({
    'Cache-Control': file.isHashed ? oneYear : 'no-cache',
    ETag: form.etag,
    Vary: 'Accept-Encoding',
  });
  // Pages and workers take the policy from the answer they came in.
  if (/html|javascript/.test(file.contentType)) reply.header('Content-Security-Policy', pagePolicy);
  if (isUnchanged(request, form.etag)) return reply.code(304).send();
  const bytes = await readFile(form.file);
  if (form.encoding !== null) reply.header('Content-Encoding', form.encoding);
  return reply.type(file.contentType).send(bytes);
};

/**
 * Serves the built web client: the entry page is never kept, files whose names carry a digest are kept for
 * a year, anything unknown is 404: for browsers a page that leads home. Below a base path without its last slash it leads to the slash, so that
 * relative addresses hold.
 * @param options.distFolder where the client is built; may come to be while the server runs
 */
export const createStaticSite = (options: { distFolder: string; basePath: string }): Page => {
  const files = createFileTable(options.distFolder);

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const [original = '/', query] = request.originalUrl.split('?');
    if (options.basePath !== '' && original === options.basePath) {
      return reply.redirect(`${options.basePath}/${query === undefined ? '' : `?${query}`}`, 308);
    }
    const path = request.url.split('?')[0] ?? '/';
    if (path === apiRoot || path.startsWith(`${apiRoot}/`)) {
      reply.callNotFound();
      return reply;
    }
    const name = path === '/' ? entryName : path.slice(1);
    const table = await files();
    if (table === null && name === entryName) return reply.code(503).type('text/html').send(missingPage);
    const file = table?.get(name);
    if (file !== undefined) return sendFile(file, request, reply);
    if (wantsPage(request)) return sendNotFoundPage(reply, options.basePath);
    throw new AppError('not_found', 'There is nothing at this address.');
  };

  return (app: FastifyInstance) => {
    for (const url of ['/', '/*']) app.route({ method: ['GET', 'HEAD'], url, handler: answer });
  };
};
