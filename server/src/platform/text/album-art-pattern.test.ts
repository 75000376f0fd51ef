import { describe, expect, it } from 'vitest';
import { AppError } from '../../platform/app-error.ts';
import { compileAlbumArtPattern } from './album-art-pattern.ts';

describe('the album art pattern', () => {
  it.each([
    ['Folder.(jpeg|jpg|png)', 'folder.JPG', true],
    ['Folder.(jpeg|jpg|png)', 'My Folder.png.bak', true],
    ['Folder.(jpeg|jpg|png)', 'cover.png', false],
    ['^folder\\.png$', 'my folder.png', false],
    ['', 'anything.png', true],
    ['été', 'ÉTÉ.png', true],
    ['(a+)+$', `${'a'.repeat(254)}!`, false],
  ])('%j against %j is %s', (pattern, name, isMatch) => {
    expect(compileAlbumArtPattern(pattern)(name)).toBe(isMatch);
  });

  it.each(['[', '(', 'a{2,1}', '(?=a)', '(?<!a)b', '(a)\\1', '*', '(a{900}){900}'])(
    'refuses %j with the sentence of the settings page',
    (pattern) => {
      expect(() => compileAlbumArtPattern(pattern)).toThrow(
        new AppError('invalid_album_art_pattern', 'Please enter a valid regular expression.'),
      );
    },
  );

  it.each(['a'.repeat(513), '.{900}'])('refuses %j for being too large, and says so', (pattern) => {
    expect(() => compileAlbumArtPattern(pattern)).toThrow(/^This regular expression is too large\./);
  });

  it('takes the longest literal text', () => {
    expect(compileAlbumArtPattern('a'.repeat(512))('a'.repeat(512))).toBe(true);
  });
});
