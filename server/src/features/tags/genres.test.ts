import { describe, expect, it } from 'vitest';
import { genreByNumber, genresOf } from './genres.ts';

describe('genres', () => {
  it.each([
    ['Rock', ['Rock']],
    ['17', ['Rock']],
    ['(17)', ['Rock']],
    ['(17)Hard Rock', ['Hard Rock']],
    ['(8)(32)', ['Jazz', 'Classical']],
    ['(RX)', ['Remix']],
    ['((Foo)', ['(Foo)']],
    ['(unknown)', ['(unknown)']],
    ['999', ['999']],
  ])('reads %s', (value, genres) => {
    expect(genresOf(value)).toEqual(genres);
  });

  it('numbers all 192 of them', () => {
    expect(genreByNumber(0)).toBe('Blues');
    expect(genreByNumber(79)).toBe('Hard Rock');
    expect(genreByNumber(147)).toBe('Synthpop');
    expect(genreByNumber(191)).toBe('Psybient');
    expect(genreByNumber(192)).toBeNull();
  });
});
