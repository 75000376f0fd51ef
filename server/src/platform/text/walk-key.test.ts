import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareKeys, naturalKey } from './natural-key.ts';
import { songWalkKey, walkKey, walkKeyEnd } from './walk-key.ts';

const none = new Uint8Array();
const keyOf = (path: readonly string[]): Uint8Array =>
  path.reduce<Uint8Array>((key, part) => walkKey(key, naturalKey(part)), none);
const path = fc.array(fc.string({ minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 });

describe('walk keys', () => {
  it('keep everything below a folder together, right behind it', () => {
    const paths = [['A'], ['A', '2'], ['A', '10'], ['A', '10', 'x'], ['A B'], ['B']];
    const shuffled = [...paths].reverse();
    expect(shuffled.sort((a, b) => compareKeys(keyOf(a), keyOf(b)))).toEqual(paths);
  });

  it('bound exactly the folder and what is below it', () => {
    fc.assert(
      fc.property(path, path, (folder, other) => {
        const end = walkKeyEnd(keyOf(folder));
        const key = keyOf(other);
        const isBelow = folder.every((part, index) => other[index] === part);
        const isWithin = compareKeys(key, keyOf(folder)) >= 0 && end !== null && compareKeys(key, end) < 0;
        expect(isWithin).toBe(isBelow);
      }),
    );
  });

  it('have no end for the empty key, below which everything lies', () => {
    expect(walkKeyEnd(none)).toBeNull();
  });

  it('put songs of an album by disc and track, others by name', () => {
    const song = (disc: number | null, track: number | null, name: string, isInAlbum = true) => ({
      key: songWalkKey({ isInAlbum, discNumber: disc, trackNumber: track, nameKey: naturalKey(name) }),
      name,
    });
    const order = (songs: { key: Uint8Array; name: string }[]) =>
      songs.sort((a, b) => compareKeys(a.key, b.key)).map((each) => each.name);
    const album = [
      song(2, 1, 'a'),
      song(null, 10, 'b'),
      song(1, 2, 'c'),
      song(1, null, 'd'),
      song(1, 2, 'a'),
    ];
    expect(order(album)).toEqual(['a', 'c', 'b', 'd', 'a']);
    expect(order([song(1, 2, 'b', false), song(2, 1, 'a', false)])).toEqual(['a', 'b']);
  });
});
