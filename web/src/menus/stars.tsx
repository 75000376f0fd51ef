import type { Liked } from '../api/made/annotations.ts';
import { likeTexts } from '../texts/likes.ts';
import { useDimmed } from '../ui/controls/needs-server.ts';
import { Star } from '../ui/later-icons.ts';
import styles from './likes.module.css';
import { useLiking } from './use-liking.ts';

const ratings = [1, 2, 3, 4, 5] as const;

/** One to five stars; a press on the one that is chosen takes the rating away. */
export function Stars({ liked }: { readonly liked: Liked }) {
  const { liking, rate } = useLiking(liked);
  const dimmed = useDimmed(true, likeTexts.rating);
  const chosen = liking?.rating ?? 0;
  return (
    <fieldset aria-label={likeTexts.rating} className={styles['stars']}>
      {ratings.map((rating) => (
        <button
          key={rating}
          type="button"
          className={styles['star']}
          aria-label={likeTexts.stars(rating)}
          aria-pressed={rating === chosen}
          data-is-full={rating <= chosen || undefined}
          title={likeTexts.stars(rating)}
          onClick={() => rate(rating === chosen ? 0 : rating)}
          {...dimmed}
        >
          <Star />
        </button>
      ))}
    </fieldset>
  );
}
