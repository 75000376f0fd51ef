import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { apiRoot, restRoot } from './paths.ts';

const style = `
  :root { color-scheme: light dark; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 1rem/1.5 system-ui, sans-serif;
    background: #fff; color: #1c1c1f; }
  main { padding: 2rem; text-align: center; }
  h1 { margin: 0 0 1.5rem; font-size: 1.25rem; font-weight: 600; text-wrap: balance; }
  a { display: inline-block; padding: 0.625rem 1.25rem; border-radius: 0.5rem; background: #44c8f1; color: #0b1f26;
    font-weight: 600; text-decoration: none; }
  a:hover { background: #6dd5f5; }
  a:focus-visible { outline: 3px solid currentColor; outline-offset: 3px; }
  @media (prefers-color-scheme: dark) { body { background: #17181a; color: #f2f2f3; } }
`;

/** Nothing but the page's own style. */
const notFoundPolicy = (): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/**
 * What a browser sees at an address where nothing is. Made here, as the web client cannot run below an address
 * that is not its own.
 * @param basePath '' or `/sub/path`
 */
const notFoundPage = (basePath: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Page not found · Tonearm</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>This page could not be found.</h1>
<a href="${escaped(basePath)}/">Go to Tonearm</a>
</main>
</body>
</html>
`;

/** Whether an Accept header names HTML, as those of browsers do when somebody opens an address. */
const asksForPage = (accept: string | undefined): boolean =>
  (accept ?? '').split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return type === 'text/html' && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });

/** Files that pages ask for, not people. */
const assetsRoot = '/assets';

/** Where programs ask, whatever they accept. */
const programRoots = [apiRoot, restRoot, assetsRoot];

/** Whether somebody opened an address in a browser, so that a page says what is wrong with it. */
export const wantsPage = ({ method, url, headers }: FastifyRequest): boolean => {
  const path = url.split('?')[0] ?? '/';
  const isForPrograms = programRoots.some((root) => path === root || path.startsWith(`${root}/`));
  return ['GET', 'HEAD'].includes(method) && !isForPrograms && asksForPage(headers.accept);
};

/** Answers with the page. @param basePath '' or `/sub/path` */
export const sendNotFoundPage = (reply: FastifyReply, basePath: string): FastifyReply =>
  reply
    .code(404)
    .headers({ 'Content-Security-Policy': notFoundPolicy(), Vary: 'Accept' })
    .type('text/html; charset=utf-8')
    .send(notFoundPage(basePath));
