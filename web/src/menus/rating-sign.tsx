import type { Liked } from '../api/made/annotations.ts';
import { likeTexts } from '../texts/likes.ts';
import styles from './likes.module.css';
import { useLiking } from './use-liking.ts';

/** How something was rated: a figure and a star; nothing where it was not. */
export function RatingSign({ liked }: { readonly liked: Liked }) {
  const { liking } = useLiking(liked);
  if (!liking?.rating) return null;
  return (
    <span role="img" aria-label={likeTexts.stars(liking.rating)} className={styles['sign']}>
      {liking.rating}
    </span>
  );
}
