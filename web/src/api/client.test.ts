import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeServer, problem } from '../test-kit/fake-server.ts';
import { call, connectClient, listWithTotal, setSetupCode } from './client.ts';

let token: string | null = 'token-1';
const onUnauthorized = vi.fn();

beforeEach(() => {
  vi.stubGlobal('document', { baseURI: 'http://localhost/' });
  token = 'token-1';
  onUnauthorized.mockReset();
  connectClient({ authToken: () => token, onUnauthorized });
});

describe('the client', () => {
  it('sends the token of whoever is signed in', async () => {
    const server = fakeServer({ 'GET /playlists': [] });
    await call('listPlaylists');
    token = null;
    await call('listPlaylists');
    expect(server.calls.map(({ headers }) => headers.get('Authorization'))).toEqual(['Bearer token-1', null]);
  });

  it('sends bodies as JSON and reads an empty answer as undefined', async () => {
    const server = fakeServer({ 'PUT /playlist/a/b': undefined });
    expect(await call('putPlaylist', { path: 'a/b', body: { tracks: ['x'] } })).toBeUndefined();
    expect(server.calls[0]).toMatchObject({ method: 'PUT', body: { tracks: ['x'] } });
    expect(server.calls[0]?.headers.get('Content-Type')).toBe('application/json');
  });

  it('says which error of the contract it was', async () => {
    fakeServer({ 'GET /playlist/gone': problem(404, 'playlist_not_found', 'There is no such playlist.') });
    await expect(call('getPlaylist', { path: 'gone' })).rejects.toMatchObject({
      status: 404,
      code: 'playlist_not_found',
      detail: 'There is no such playlist.',
    });
  });

  it('tells an unreachable server and a foreign answer apart', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('network');
    });
    await expect(call('random')).rejects.toMatchObject({ status: 0, code: 'unreachable' });
    vi.stubGlobal('fetch', async () => new Response('<html>', { status: 502 }));
    await expect(call('random')).rejects.toMatchObject({ status: 502, code: 'unreadable' });
    vi.stubGlobal('fetch', async () => new Response('<html>', { status: 200 }));
    await expect(call('random')).rejects.toMatchObject({ status: 200, code: 'unreadable' });
  });

  it('signs out after a 401 of any call', async () => {
    fakeServer({ 'GET /random': problem(401, 'unauthorized') });
    await expect(call('random')).rejects.toMatchObject({ status: 401 });
    expect(onUnauthorized).toHaveBeenCalledOnce();
  });

  it('does not sign out for a refused sign-in, nor for a token of before', async () => {
    fakeServer({
      'POST /auth': problem(401, 'bad_credentials'),
      'GET /random': () => {
        token = 'token-2';
        return problem(401, 'unauthorized');
      },
    });
    await expect(call('signIn', { body: { username: 'a', password: 'b' } })).rejects.toMatchObject({
      status: 401,
    });
    await expect(call('random')).rejects.toMatchObject({ status: 401 });
    expect(onUnauthorized).not.toHaveBeenCalled();
  });

  it('does not sign out for a call that carried no token', async () => {
    token = null;
    fakeServer({ 'GET /random': problem(401, 'unauthorized') });
    await expect(call('random')).rejects.toMatchObject({ status: 401 });
    expect(onUnauthorized).not.toHaveBeenCalled();
  });

  it('gives the length of the whole list beside a page of it', async () => {
    fakeServer({ 'GET /recent': new Response('[]', { headers: { 'X-Total-Count': '1234' } }) });
    expect(await listWithTotal('recent', { query: { limit: 0 } })).toEqual({
      items: [],
      total: 1234,
      folderCount: null,
    });
  });

  it('lets an abort through as an abort', async () => {
    fakeServer({ 'GET /random': [] });
    await expect(call('random', { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  it('calls a server unreachable whose answer breaks off, unless it was given up', async () => {
    const controller = new AbortController();
    const breaking = (reason: () => unknown) => {
      const body = new ReadableStream({ pull: (stream) => stream.error(reason()) });
      return async () => new Response(body, { headers: { 'X-Total-Count': '7' } });
    };
    vi.stubGlobal(
      'fetch',
      breaking(() => new TypeError('terminated')),
    );
    await expect(call('random')).rejects.toMatchObject({ status: 0, code: 'unreachable' });
    vi.stubGlobal(
      'fetch',
      breaking(() => new TypeError('terminated')),
    );
    await expect(listWithTotal('recent')).rejects.toMatchObject({ status: 0, code: 'unreachable' });
    const aborted = () => {
      controller.abort();
      return controller.signal.reason;
    };
    vi.stubGlobal('fetch', breaking(aborted));
    await expect(call('random', { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('sends the setup code when there is one', async () => {
    const server = fakeServer({ 'GET /mount_dirs': [] });
    setSetupCode('123 456');
    await call('getMountDirs');
    setSetupCode(null);
    await call('getMountDirs');
    expect(server.calls.map(({ headers }) => headers.get('X-Setup-Code'))).toEqual(['123 456', null]);
  });
});
