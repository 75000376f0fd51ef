import type { Liked } from '../../api/made/annotations.ts';
import { RatingSign } from '../../menus/rating-sign.tsx';
import type { ListItem } from '../item-actions/play-target.ts';
import styles from './item-rating.module.css';

/** How an entry was rated, in room of its own. */
export function ItemRating({ item }: { readonly item: ListItem }) {
  const liked = likedOf(item);
  return (
    liked && (
      <span className={styles['signRoom']}>
        <RatingSign liked={liked} />
      </span>
    )
  );
}

/** What a rating of an entry is kept by; null where nobody rates it. */
function likedOf({ variant, fields }: ListItem): Liked | null {
  if (variant === 'Song') return { kind: 'song', name: fields.path };
  if (variant === 'Album') return { kind: 'album', name: fields.id };
  return variant === 'Artist' ? { kind: 'artist', name: fields.id } : null;
}
