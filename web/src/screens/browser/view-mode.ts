import type { CollectionItem } from '../../api/collection.ts';

/** How the browser shows a folder: tracks of one album, covers of albums, or rows. */
export type ViewMode = 'album' | 'discography' | 'explorer';

/**
 * The view of a folder that holds exactly `items`.
 * - `album`: songs only, all of one album, and there is a picture of it.
 * - `discography`: folders only, each an album with a picture.
 * - `explorer`: anything else, also nothing at all.
 */
export function viewModeOf(items: readonly CollectionItem[]): ViewMode {
  if (items.length === 0) return 'explorer';
  if (isAlbum(items)) return 'album';
  if (isDiscography(items)) return 'discography';
  return 'explorer';
}

function isAlbum(items: readonly CollectionItem[]): boolean {
  const album = items[0]?.fields.album;
  if (!album) return false;
  let hasArtwork = false;
  for (const { variant, fields } of items) {
    if (variant !== 'Song' || fields.album !== album) return false;
    hasArtwork ||= Boolean(fields.artwork);
  }
  return hasArtwork;
}

const isDiscography = (items: readonly CollectionItem[]): boolean =>
  items.every(({ variant, fields }) => variant === 'Directory' && fields.album && fields.artwork);
