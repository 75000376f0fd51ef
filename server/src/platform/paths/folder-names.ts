/** Folders that systems and drives make for themselves, lower case. */
const systemFolders: ReadonlySet<string> = new Set([
  '#recycle',
  '#snapshot',
  '$recycle.bin',
  '@eadir',
  '@recently-snapshot',
  '@recycle',
  '@tmp',
  'lost+found',
  'system volume information',
]);

/** The file by which most keep a folder and all below it out of the collection. */
export const usualMarker = '.nomedia';

/** Files that keep a folder and all below it out of the collection. */
const markers: ReadonlySet<string> = new Set([usualMarker, '.ndignore']);

/** Whether a file of this name keeps its folder out of the collection. */
export const isIgnoreMarker = (name: string): boolean => markers.has(name);

/** Whether a file or folder is hidden by its name. */
export const isHidden = (name: string): boolean => name.startsWith('.');

/** Whether a folder belongs to a system and not to its user. */
export const isSystemFolder = (name: string): boolean => systemFolders.has(name.toLowerCase());

const disc =
  /(?:^|[\s([_-])(?:cd|dis[ck]|disque|disco|dvd|lp|vinyl|side|диск)[\s._#-]*(?:\d{1,2}|[a-d])(?![\p{L}\d])/iu;

/** Whether a folder holds one disc of an album, so that the album's picture may lie beside it. */
export const isDiscFolder = (name: string): boolean => disc.test(name);
