/** Extensions of the files that are songs, lower case: what the readers and the tag library understand. */
const audioExtensions: ReadonlySet<string> = new Set([
  'aac',
  'aif',
  'aifc',
  'aiff',
  'ape',
  'dff',
  'dsf',
  'flac',
  'm4a',
  'm4b',
  'm4r',
  'mka',
  'mp2',
  'mp3',
  'mpc',
  'oga',
  'ogg',
  'opus',
  'spx',
  'wav',
  'wave',
  'weba',
  'wma',
  'wv',
]);

/** Extensions of pictures that can be shown. */
const pictureExtensions: ReadonlySet<string> = new Set([
  'avif',
  'bmp',
  'gif',
  'jpeg',
  'jpg',
  'png',
  'tif',
  'tiff',
  'webp',
]);

const extensionOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

/** What a file is to the collection, by its name. */
export const fileKindOf = (name: string): 'song' | 'picture' | null => {
  const extension = extensionOf(name);
  if (audioExtensions.has(extension)) return 'song';
  return pictureExtensions.has(extension) ? 'picture' : null;
};
