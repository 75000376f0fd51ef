import { endpoints } from '@tonearm/contract';
import { createFakeClock } from '@tonearm/testkit';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../../platform/log.ts';
import { createApp } from '../app.ts';
import { createApiDocsPage, createApiDocsRoutes } from './api-docs.ts';
import { openApiDocument } from './openapi.ts';

const createDocsApp = () =>
  createApp({
    log: silentLog,
    clock: createFakeClock(),
    authority: {
      identify: async () => null,
      isSetupOpen: () => false,
      whyEnded: async () => null,
      maySetUp: () => false,
    },
    routes: createApiDocsRoutes(),
    pages: [createApiDocsPage()],
    basePath: '',
    trustedProxies: [],
  });

describe('the OpenAPI document', () => {
  it.each([7, 8] as const)('of version %i names each call once, and refers to nothing missing', (version) => {
    const document = openApiDocument(version);
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods)) as {
      operationId: string;
    }[];
    const ids = operations.map((operation) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const text = JSON.stringify(document);
    const { schemas } = document['components'] as { schemas: Record<string, unknown> };
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      expect(Object.keys(schemas)).toContain(name);
    }
    expect(text).not.toContain('$defs');
  });

  it('has every call of the contract in one of its versions', () => {
    const named = ([7, 8] as const).flatMap((version) =>
      Object.values(openApiDocument(version).paths).flatMap((methods) =>
        Object.values(methods).map((operation) => (operation as { operationId: string }).operationId),
      ),
    );
    expect(named).toEqual(expect.arrayContaining(Object.keys(endpoints)));
  });

  it('has a parameter for each placeholder and none besides', () => {
    for (const [path, methods] of Object.entries(openApiDocument().paths)) {
      for (const operation of Object.values(methods) as { parameters: { name: string; in: string }[] }[]) {
        const named = operation.parameters
          .filter(({ in: place }) => place === 'path')
          .map(({ name }) => name);
        expect(named).toEqual([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]));
      }
    }
  });

  it('is served to anyone, and so is a page without anything inline or from elsewhere', async () => {
    await using app = await createDocsApp();
    expect((await app.inject({ url: '/api/openapi.json' })).json()).toMatchObject({ openapi: '3.1.0' });
    const page = await app.inject({ url: '/api-docs' });
    expect(page.headers['content-security-policy']).toContain("default-src 'self'");
    expect(page.body).not.toMatch(/https?:\/\/|<script>|<style|\son\w+=|style=/);
    for (const url of ['/api-docs/page.js', '/api-docs/page.css']) {
      const answer = await app.inject({ url });
      expect(answer.statusCode).toBe(200);
      expect(answer.body).not.toMatch(/innerHTML|https?:\/\/|@import/);
    }
    expect((await app.inject({ url: '/api-docs/' })).headers.location).toBe('../api-docs');
  });
});
