import type { CollectionItem } from '../../api/collection.ts';

/** How the browser shows a folder: tracks of one album, covers of albums, or rows. */
export type ViewMode = 'album' | 'discography' | 'explorer';

/**
 * The view of a folder that holds exactly `items`, with or without pictures.
 * - `album`: songs only, those that name an album all of one; without a picture of it, all of them name it.
 * - `discography`: folders only, each an album.
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
  let isNamedByAll = true;
  for (const { variant, fields } of items) {
    if (variant !== 'Song') return false;
    if (fields.album && album && fields.album !== album) return false;
    album ||= fields.album;
    hasArtwork ||= Boolean(fields.artwork);
    isNamedByAll &&= Boolean(fields.album);
  }
  return Boolean(album) && (hasArtwork || isNamedByAll);
}

const isDiscography = (items: readonly CollectionItem[]): boolean =>
  items.every(({ variant, fields }) => variant === 'Directory' && fields.album);
