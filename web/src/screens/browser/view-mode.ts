import type { CollectionItem } from '../../api/collection.ts';

/** How the browser shows a folder: tracks of one album, covers of albums, or rows. */
export type ViewMode = 'album' | 'discography' | 'explorer';

/**
 * The view of a folder that holds exactly `items`.
 * - `album`: songs only, those that name an album all of one, and there is a picture of it.
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
  let album: string | null = null;
  let hasArtwork = false;
  for (const { variant, fields } of items) {
    if (variant !== 'Song') return false;
    if (fields.album && album && fields.album !== album) return false;
    album ||= fields.album;
    hasArtwork ||= Boolean(fields.artwork);
  }
  return Boolean(album) && hasArtwork;
}

const isDiscography = (items: readonly CollectionItem[]): boolean =>
  items.every(({ variant, fields }) => variant === 'Directory' && fields.album && fields.artwork);
