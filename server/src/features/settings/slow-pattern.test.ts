import { describe, expect, it } from 'vitest';
import { compileAlbumArtPattern } from '../../platform/text/album-art-pattern.ts';
import { assertQuick } from './slow-pattern.ts';

/** Tries a pattern as settings do. */
const check = (text: string): void => {
  const matches = compileAlbumArtPattern(text);
  assertQuick({ text, matches }, () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  });
};

describe('a pattern that takes too long', () => {
  it.each([
    '(a|x).{300}9$',
    '(a|x).{250}[b9]$',
    `(a|x)${'.'.repeat(300)}[b9]`,
    'a.{200}b.{200}c',
    '(a|x)(.|q){99}9$',
  ])('%j is refused, and why is said', (text) => {
    expect(() => check(text)).toThrow(/^This regular expression takes too long/);
  });

  it.each([
    '',
    'Folder.(jpeg|jpg|png)',
    '(folder|cover|front|album|albumart|artwork|thumb|default)\\.(jpeg|jpg|png|gif|webp|bmp|tiff|avif)',
    '^.{1,60}(front|cover).{0,40}\\.jpg$',
    '(a+)+$',
    '([a-z]+)*[0-9]+$',
    'a'.repeat(512),
  ])('%j is not one', (text) => {
    expect(() => check(text)).not.toThrow();
  });
});
