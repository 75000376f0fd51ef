import { awayReasons } from '@tonearm/contract';
import { expect, it } from 'vitest';
import { awaySentence, problemSentences } from './reason-sentences.ts';

it('says of every reason why a source is away something else, in a sentence', () => {
  const told = awayReasons.map((reason) => awaySentence(reason, null));
  for (const sentence of told) expect(sentence).toMatch(/^[A-Z][^.]*(\.\w[^.]*)*( .*)?\.$/);
  expect(new Set(told).size).toBe(awayReasons.length);
});

it('counts what cannot be found, where that is a part', () => {
  const sentence = (gone: number, songs: number) => awaySentence('songs_gone', { gone, songs });
  expect(sentence(30, 35)).toBe('30 of its 35 songs cannot be found.');
  expect(sentence(34, 35)).toBe('34 of its 35 songs cannot be found.');
  for (const none of [sentence(35, 35), sentence(36, 35), awaySentence('songs_gone', null)]) {
    expect(none).toBe('None of its songs can be found.');
  }
});

it('names the file that keeps a folder out, and what is wrong with the folder itself', () => {
  expect(awaySentence('folder_kept_out', null)).toMatch(/\.nomedia/);
  expect(awaySentence('folder_missing', null)).toMatch(/missing/);
  expect(awaySentence('folder_empty', null)).toMatch(/empty/);
  expect(awaySentence('folder_forbidden', null)).toBe(problemSentences.folder_forbidden);
});
