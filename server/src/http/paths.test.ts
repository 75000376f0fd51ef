import { describe, expect, it } from 'vitest';
import { allowedMethods } from './paths.ts';

describe('the methods that an address takes', () => {
  it.each([
    ['/api/version', ['GET', 'HEAD']],
    ['/api/playlist/Road%20trip', ['DELETE', 'GET', 'HEAD', 'PUT']],
    ['/api/genre/Folk/albums', ['GET', 'HEAD']],
    ['/api/album/Picnic/by/Anna', ['GET', 'HEAD']],
    ['/api/flatten', ['GET', 'HEAD']],
    ['/api/flatten/Music%2FAnna', ['GET', 'HEAD']],
    ['/api/playlist', []],
    ['/api/playlist/Road%20trip/nothing', []],
    ['/api/genre/Folk/nothing', []],
    ['/api/genre/Folk/albums/more', []],
    ['/api/nothing', []],
  ])('%s', (path, methods) => {
    expect(
      allowedMethods(path)
        .filter((method) => method !== 'PATCH')
        .sort(),
    ).toEqual(methods);
  });
});
