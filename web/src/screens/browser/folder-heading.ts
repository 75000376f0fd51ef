import type { CollectionItem } from '../../api/collection.ts';
import { lastSegment } from '../../lib/virtual-path.ts';
import { texts } from '../../texts/index.ts';

/** Header and subheader of a folder; the subheader is null when there is none to show. */
export interface FolderHeading {
  readonly header: string;
  readonly subheader: string | null;
}

/**
 * Header of a folder: the album its items have in common, else the last segment of its path, else
 * 'All Music'. Subheader: the common album artist, else the common artist. As the specification has it:
 * one album is an album in common, and an artist's folder says the artist twice.
 */
export function folderHeadingOf(path: string, items: readonly CollectionItem[]): FolderHeading {
  const album = commonValue(items, ({ fields }) => fields.album);
  return {
    header: album ?? (lastSegment(path) || texts.collection.allMusic),
    subheader: commonValue(items, albumArtistOf) ?? commonValue(items, ({ fields }) => fields.artist),
  };
}

/** The value that all items share; null when two differ, one has none, or there are no items. */
function commonValue(
  items: readonly CollectionItem[],
  pick: (item: CollectionItem) => string | null,
): string | null {
  const [first] = items;
  const value = first ? pick(first) : null;
  return value && items.every((item) => pick(item) === value) ? value : null;
}

const albumArtistOf = (item: CollectionItem): string | null =>
  item.variant === 'Song' ? item.fields.album_artist : null;
