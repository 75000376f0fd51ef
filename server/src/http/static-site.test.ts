import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createFakeClock } from '@tonearm/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/account-server.ts';
import { silentLog } from '../platform/log.ts';
import { createApp } from './app.ts';
import { createStaticSite } from './static-site.ts';

const script = `export const text = '${'x'.repeat(2000)}';`;

let folder: ReturnType<typeof temporaryFolder>;
let dist: string;

const put = (name: string, content: string | Buffer): void => {
  const file = join(dist, name);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, content);
};

beforeEach(() => {
  folder = temporaryFolder();
  dist = join(folder.path, 'dist');
  put('index.html', '<!doctype html><title>Tonearm</title>');
  put('favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  put('assets/index-3f2a.js', script);
  put('assets/index-3f2a.js.br', brotliCompressSync(script));
  put('assets/index-3f2a.js.gz', gzipSync(script));
  put('previous/old-77aa.js', 'export {};');
  put('.vite/manifest.json', '{}');
  put('notes.exe', 'x');
  writeFileSync(join(folder.path, 'secret.txt'), 'secret');
});
afterEach(() => folder.remove());

const siteAt = (basePath = '') =>
  createApp({
    log: silentLog,
    clock: createFakeClock(),
    authority: {
      identify: async () => null,
      isSetupOpen: () => false,
      whyEnded: async () => null,
      maySetUp: () => false,
    },
    routes: [],
    pages: [createStaticSite({ distFolder: dist, basePath })],
    basePath,
    trustedProxies: [],
  });

describe('the files of the web client', () => {
  it('never keep the entry page and guard it strictly', async () => {
    await using app = await siteAt();
    const answer = await app.inject({ url: '/' });
    expect(answer.body).toContain('Tonearm');
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    const policy = String(answer.headers['content-security-policy']);
    for (const part of [
      "script-src 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ]) {
      expect(policy).toContain(part);
    }
    expect(policy).not.toContain('unsafe');
  });

  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['', undefined],
  ])('send hashed assets for a year, to %j as %s', async (accepted, encoding) => {
    await using app = await siteAt();
    const answer = await app.inject({
      url: '/assets/index-3f2a.js',
      headers: { 'accept-encoding': accepted },
    });
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8');
    if (encoding === undefined) expect(answer.body).toBe(script);
    const head = await app.inject({ method: 'HEAD', url: '/assets/index-3f2a.js' });
    expect([head.statusCode, head.body]).toEqual([200, '']);
  });

  it('answer 304 to who has them', async () => {
    await using app = await siteAt();
    const first = await app.inject({ url: '/favicon.svg' });
    const again = await app.inject({
      url: '/favicon.svg',
      headers: { 'if-none-match': String(first.headers.etag) },
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('keep the assets of the build before', async () => {
    await using app = await siteAt();
    expect((await app.inject({ url: '/assets/old-77aa.js' })).statusCode).toBe(200);
  });

  it.each([
    '/nothing.js',
    '/assets/',
    '/assets',
    '/previous/old-77aa.js',
    '/.vite/manifest.json',
    '/notes.exe',
    '/index.html.br',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2f..%2fsecret.txt',
    '//etc/passwd',
    '/browse',
    '/api/nothing',
  ])('have nothing at %s', async (url) => {
    await using app = await siteAt();
    const answer = await app.inject({ url });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 'not_found' });
  });

  it.each([
    ['', '/browse', '/'],
    ['', '/some/where.php?x=1', '/'],
    ['', '/50%', '/'],
    ['', '/%zz/%', '/'],
    ['/music', '/music/50%25/%', '/music/'],
    ['/my "music"', '/my "music"/nowhere', '/my &quot;music&quot;/'],
  ])('answer a browser with a page that leads home, below %j', async (basePath, url, home) => {
    await using app = await siteAt(basePath);
    const headers = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await app.inject({ method, url, headers });
      expect(answer.statusCode).toBe(404);
      expect(answer.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        vary: expect.stringContaining('Accept'),
      });
      if (method === 'HEAD') continue;
      expect(answer.body).toContain('This page could not be found.');
      expect(answer.body).toContain(`href="${home}"`);
      // Its only style is the one that the policy allows.
      const [, style = ''] = /<style>(.*?)<\/style>/s.exec(answer.body) ?? [];
      const digest = createHash('sha256').update(style).digest('base64');
      expect(answer.headers['content-security-policy']).toContain(`style-src 'sha256-${digest}';`);
      expect(answer.body).not.toMatch(/<script|style=|src=| on\w+=/);
    }
  });

  it.each([
    ['/api/nothing', 'text/html'],
    ['/assets/gone-1.js', 'text/html,*/*'],
    ['/browse', '*/*'],
    ['/browse', 'application/json, text/html;q=0'],
  ])('answer %s with a problem where %s is accepted', async (url, accept) => {
    await using app = await siteAt();
    const answer = await app.inject({ url, headers: { accept } });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'not_found']);
  });

  it('lead to the last slash of a base path', async () => {
    await using app = await siteAt('/music');
    const answer = await app.inject({ url: '/music?x=1' });
    expect([answer.statusCode, answer.headers.location]).toEqual([308, '/music/?x=1']);
    for (const url of ['/music/', '/', '/music/assets/index-3f2a.js']) {
      expect((await app.inject({ url })).statusCode).toBe(200);
    }
  });

  it('follow a new build while the server runs, and say kindly that there is none', async () => {
    await using app = await siteAt();
    expect((await app.inject({ url: '/assets/new-1.js' })).statusCode).toBe(404);
    put('assets/new-1.js', 'export {};');
    utimesSync(join(dist, 'index.html'), 1, 1);
    expect((await app.inject({ url: '/assets/new-1.js' })).statusCode).toBe(200);
    rmSync(dist, { recursive: true });
    const answer = await app.inject({ url: '/' });
    expect(answer.statusCode).toBe(503);
    expect(answer.body).toContain('npm start');
  });
});
