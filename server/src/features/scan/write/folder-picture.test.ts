import { expect, it } from 'vitest';
import { chooseFolderPicture } from './folder-picture.ts';

const none = (): boolean => false;

it.each([
  ['no picture', [], null],
  ['the only one', ['a.png'], { name: 'a.png', isLone: true }],
  ['none of several that are called anything', ['a.png', 'b.jpg'], null],
  ['none of three', ['a.png', 'b.jpg', 'c.jpg'], null],
  [
    'the one that is called as covers are',
    ['a.png', 'Cover.jpg', 'z.png'],
    { name: 'Cover.jpg', isLone: false },
  ],
  ['cover before folder', ['folder.jpg', 'cover.png', 'a.png'], { name: 'cover.png', isLone: false }],
  ['folder before front', ['front.jpg', 'Folder.png'], { name: 'Folder.png', isLone: false }],
  ['front before albumart', ['AlbumArt.jpg', 'front.png'], { name: 'front.png', isLone: false }],
  ['albumart before the rest', ['a.png', 'AlbumArt.jpg', 'b.png'], { name: 'AlbumArt.jpg', isLone: false }],
  ['of equal names the first', ['cover.png', 'cover.jpg'], { name: 'cover.jpg', isLone: false }],
  ['none that only begins so', ['cover2.jpg', 'coverage.png'], null],
])('chooses %s', (_what, names, chosen) => {
  expect(chooseFolderPicture(names, none)).toEqual(chosen);
});

it('chooses one that matches the pattern before any other', () => {
  const isPicture = (name: string): boolean => name.startsWith('mine');
  expect(chooseFolderPicture(['cover.jpg', 'mine.png'], isPicture)).toEqual({
    name: 'mine.png',
    isLone: false,
  });
  expect(chooseFolderPicture(['mine.png'], isPicture)).toEqual({ name: 'mine.png', isLone: false });
});
