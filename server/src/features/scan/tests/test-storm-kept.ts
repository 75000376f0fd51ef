import type { Deed } from './test-storm-deeds.ts';

/** Storms that once left something wrong behind, shrunk to what it takes. */
export const keptStorms: readonly {
  readonly name: string;
  readonly deeds: readonly Deed[];
  readonly dense: boolean;
}[] = [
  {
    name: 'a song is replaced, the scan ends early, and its place moves',
    dense: false,
    deeds: [
      { kind: 'moveFile', a: 461, b: 5589, c: 3928 },
      { kind: 'scanCancelled', a: 9355, b: 3664, c: 7489 },
      { kind: 'swapFolders', a: 954, b: 1805, c: 2523 },
      { kind: 'retag', a: 3029, b: 4760, c: 6179 },
    ],
  },
  {
    name: 'sources change names, and a song in them is replaced',
    dense: false,
    deeds: [
      { kind: 'swapSources', a: 8335, b: 2935, c: 8370 },
      { kind: 'add', a: 2632, b: 297, c: 1928 },
    ],
  },
  {
    name: 'a source shrinks and gets another name, and a song in it is replaced',
    dense: false,
    deeds: [
      { kind: 'shrink', a: 12, b: 5603, c: 8976 },
      { kind: 'removeSource', a: 13, b: 12, c: 6711 },
      { kind: 'renameSource', a: 1782, b: 1914, c: 6602 },
      { kind: 'shrink', a: 3753, b: 4, c: 6524 },
      { kind: 'replace', a: 7, b: 8, c: 9990 },
      { kind: 'renameSource', a: 9, b: 9395, c: 4 },
    ],
  },
  {
    name: 'a foreign disk is met by a scan that is killed, and the right one comes back',
    dense: false,
    deeds: [
      { kind: 'foreign', a: 8100, b: 5769, c: 5154 },
      { kind: 'scanKilled', a: 1777, b: 8080, c: 6876 },
      { kind: 'scan', a: 1272, b: 7044, c: 7507 },
      { kind: 'allBack', a: 1971, b: 7561, c: 9111 },
    ],
  },
  {
    name: 'half of a source goes in a scan that says it is away, and the next one finds the same',
    dense: false,
    deeds: [
      { kind: 'moveFolder', a: 7901, b: 9991, c: 9488 },
      { kind: 'addAlbum', a: 3, b: 5, c: 6870 },
      { kind: 'moveFolder', a: 9988, b: 1336, c: 7 },
      { kind: 'scan', a: 3561, b: 8770, c: 7247 },
      { kind: 'mark', a: 9989, b: 9314, c: 4633 },
      { kind: 'moveFolder', a: 5209, b: 427, c: 11 },
      { kind: 'copyFile', a: 2200, b: 1591, c: 8851 },
    ],
  },
  {
    name: 'a foreign disk is met after folders were copied and a scan was killed, and the next one finds the same',
    dense: false,
    deeds: [
      { kind: 'deleteFolder', a: 3536, b: 7751, c: 6 },
      { kind: 'pattern', a: 10, b: 9992, c: 9946 },
      { kind: 'copyFolder', a: 3696, b: 2285, c: 9 },
      { kind: 'swapSources', a: 12, b: 9989, c: 13 },
      { kind: 'copyFolder', a: 2596, b: 5, c: 9991 },
      { kind: 'moveFolder', a: 5909, b: 9936, c: 4 },
      { kind: 'scanKilled', a: 9998, b: 143, c: 5004 },
      { kind: 'foreign', a: 9988, b: 9997, c: 9992 },
    ],
  },
  {
    name: 'a source is emptied after a foreign disk stood in its place, and a linked folder',
    dense: true,
    deeds: [
      { kind: 'fileToFolder', a: 2542, b: 4, c: 6174 },
      { kind: 'moveFolder', a: 3460, b: 8, c: 3 },
      { kind: 'empty', a: 9999, b: 1065, c: 3796 },
      { kind: 'addAlbum', a: 7089, b: 7, c: 899 },
      { kind: 'moveFolder', a: 2432, b: 7, c: 2 },
      { kind: 'add', a: 7805, b: 2198, c: 1167 },
      { kind: 'foreign', a: 11, b: 9987, c: 6273 },
      { kind: 'scan', a: 1495, b: 9987, c: 9913 },
      { kind: 'empty', a: 4429, b: 2, c: 4712 },
      { kind: 'addAlbum', a: 9998, b: 5932, c: 4 },
      { kind: 'swapFolders', a: 9988, b: 9999, c: 1162 },
      { kind: 'link', a: 12, b: 8211, c: 3 },
    ],
  },
  {
    name: 'a foreign disk is met by the scan after one that was killed, and the next one finds the same',
    dense: false,
    deeds: [
      { kind: 'moveFile', a: 1125, b: 3529, c: 2600 },
      { kind: 'scanKilled', a: 9161, b: 11, c: 4375 },
      { kind: 'foreign', a: 9595, b: 2627, c: 8212 },
    ],
  },
  {
    name: 'a song that only a scan which was killed had seen is of a disk that was away',
    dense: false,
    deeds: [
      { kind: 'addAlbum', a: 9317, b: 552, c: 8 },
      { kind: 'deleteFolder', a: 5, b: 9998, c: 5 },
      { kind: 'addAlbum', a: 3, b: 2, c: 4 },
      { kind: 'away', a: 9997, b: 11, c: 8349 },
      { kind: 'scanKilled', a: 1789, b: 3927, c: 9990 },
      { kind: 'add', a: 9992, b: 8, c: 4031 },
      { kind: 'renameSource', a: 2, b: 4888, c: 9990 },
      { kind: 'scanFolders', a: 2013, b: 9991, c: 9835 },
      { kind: 'scanKilled', a: 1649, b: 11, c: 12 },
      { kind: 'foreign', a: 9299, b: 5079, c: 3 },
      { kind: 'scan', a: 9, b: 2828, c: 10 },
      { kind: 'allBack', a: 10, b: 9992, c: 6419 },
    ],
  },
  {
    name: 'a file of a source that is new cannot be opened when it is read once more',
    dense: false,
    deeds: [
      { kind: 'removeSource', a: 3, b: 1323, c: 1895 },
      { kind: 'removeSource', a: 8995, b: 6469, c: 9997 },
      { kind: 'scan', a: 13, b: 9992, c: 13 },
      { kind: 'addSource', a: 9995, b: 6371, c: 9990 },
      { kind: 'refuseFile', a: 4, b: 7169, c: 6106 },
      { kind: 'scanKilled', a: 12, b: 11, c: 3 },
      { kind: 'refuseFile', a: 11, b: 3663, c: 9987 },
    ],
  },
  {
    name: 'several songs become one, and that is told in parts',
    dense: true,
    deeds: [
      { kind: 'addAlbum', a: 333, b: 3739, c: 187 },
      { kind: 'moveFolder', a: 9999, b: 592, c: 1 },
      { kind: 'copyFolder', a: 13, b: 9256, c: 0 },
      { kind: 'copyFile', a: 2225, b: 5, c: 8709 },
      { kind: 'scan', a: 1, b: 2872, c: 9998 },
      { kind: 'removeSource', a: 9995, b: 9991, c: 9647 },
      { kind: 'moveFolder', a: 3908, b: 3, c: 9996 },
      { kind: 'copyFolder', a: 760, b: 3, c: 234 },
      { kind: 'scanCancelled', a: 5808, b: 0, c: 7 },
      { kind: 'moveFile', a: 3, b: 9998, c: 2134 },
      { kind: 'moveFile', a: 12, b: 7953, c: 12 },
      { kind: 'scanFolders', a: 9997, b: 10, c: 8 },
    ],
  },
];
