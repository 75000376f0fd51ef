import { endpoints } from '@tonearm/contract';
import { describe, expect, it } from 'vitest';
import { createCallTable } from './call-table.ts';
import { apiRoot, pathShapeOf, routerTarget } from './paths.ts';

const tableOf = (...calls: readonly (readonly [method: string, path: string])[]) =>
  createCallTable(
    apiRoot,
    calls.map(([method, path]) => ({ method, shape: pathShapeOf(path), what: `${method} ${path}` })),
  );

const calls = Object.values(endpoints).map(({ method, path }) => [method, path] as const);

describe('calls are found by their addresses', () => {
  it.each([...new Map(calls.map((call) => [call.join(' '), call])).values()])('%s %s', (method, path) => {
    const table = tableOf(...calls);
    const address = path.replace(/\/\{\w+\*?\??\}/, '/Ü%2F a?').replace(/\{\w+\}/, 'b&c');
    const target = routerTarget(`${apiRoot}${address.replace('?', '%3F')}`, '');
    const hasParameter = path.includes('{');
    expect(table.find(method, target)).toEqual({
      what: `${method} ${path}`,
      parameter: hasParameter ? 'Ü%2F a%3F' : '',
      second: /\{.*\{/.test(path) ? 'b&c' : '',
    });
  });

  it('with a parameter or without, where it may be left out', () => {
    const table = tableOf(['GET', '/browse/{path*?}']);
    expect(table.find('GET', '/api/browse')).toMatchObject({ parameter: '' });
    expect(table.find('GET', '/api/browse/a%2Fb')).toMatchObject({ parameter: 'a/b' });
  });

  it('by an equal address, whatever of it is encoded, and a parameter is read once', () => {
    const table = tableOf(['GET', '/users'], ['GET', '/list/{name}']);
    expect(table.find('GET', '/api/us%65r%73')).toMatchObject({ what: 'GET /users' });
    expect(table.find('GET', '/api/l%69st/a%2Fb%41%2541')).toMatchObject({ parameter: 'a/bA%41' });
    expect(table.find('GET', '/api%2Fusers')).toBeNull();
  });

  it('what is named goes before what may be anything, by method', () => {
    const table = tableOf(['GET', '/list/{name}'], ['GET', '/list/new'], ['PUT', '/list/{name}']);
    expect(table.find('GET', '/api/list/new')).toMatchObject({ what: 'GET /list/new' });
    expect(table.find('HEAD', '/api/list/old')).toMatchObject({ what: 'GET /list/{name}', parameter: 'old' });
    expect(table.find('PUT', '/api/list/new')).toMatchObject({ what: 'PUT /list/{name}', parameter: 'new' });
  });

  it.each([
    ['POST', '/api/list/a'],
    ['GET', '/api/list'],
    ['GET', '/api/list/'],
    ['GET', '/api/list/a/b'],
    ['GET', '/api/list/a/songs/b'],
    ['GET', '/api/lists/a'],
    ['GET', '/api'],
    ['GET', ''],
  ])('nothing is found at %s %s', (method, path) => {
    expect(tableOf(['GET', '/list/{name}'], ['GET', '/list/{name}/songs']).find(method, path)).toBeNull();
  });
});
