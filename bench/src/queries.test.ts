import { describe, expect, it } from 'vitest';
import { queriesOf } from './queries.ts';

const song = (title: string, artist: string) => ({ title, artist, album: null });

describe('queries of a collection', () => {
  const songs = [
    song('Quiet River', 'Velvet'),
    song('Quiet Night', 'Velvet'),
    song('Quiet 夜桜', '東京 Band'),
    song('Unheard', 'Quiet'),
  ];
  const queries = queriesOf(songs);

  it('are of words that are there', () => {
    expect(queries.common).toEqual(expect.arrayContaining(['quiet', 'qui', 'velvet']));
    expect(queries.rare).toEqual(expect.arrayContaining(['unheard', 'xylophantom']));
    expect(queries.twoLetter).toEqual(expect.arrayContaining(['qu', 'et']));
    expect(queries.twoLetter.every((query) => query.length === 2)).toBe(true);
  });

  it('take two words of one song', () => {
    expect(queries.twoWords).toEqual(
      expect.arrayContaining(['quiet river', 'quiet night', 'quiet band', 'unheard quiet']),
    );
    expect(queries.twoWords).not.toContain('river night');
  });

  it('take one and two characters of scripts without spaces', () => {
    expect([...queries.cjk].sort()).toEqual(['夜', '桜', '夜桜', '東', '京', '東京'].sort());
  });

  it('are the same each time, none twice, and not too many', () => {
    const many = Array.from({ length: 500 }, (_, index) =>
      song(`word${String.fromCharCode(97 + (index % 26), 97 + (index % 23))} same`, 'x'),
    );
    expect(queriesOf(many)).toEqual(queriesOf(many));
    for (const kind of Object.values(queriesOf(many))) {
      expect(new Set(kind).size).toBe(kind.length);
      expect(kind.length).toBeLessThanOrEqual(164);
    }
  });
});
