import type { Liked } from '../api/made/annotations.ts';
import { likeTexts } from '../texts/likes.ts';
import { classNames } from '../ui/class-names.ts';
import { useDimmed } from '../ui/controls/needs-server.ts';
import { Star } from '../ui/later-icons.ts';
import styles from './likes.module.css';
import { useLiking } from './use-liking.ts';

const ratings = [1, 2, 3, 4, 5] as const;

/** One to five stars; a press on the one that is chosen takes the rating away. */
export function Stars(props: {
  readonly liked: Liked;
  readonly className?: string | undefined;
  /** What it is about, where more than one stands on a screen. */
  readonly of?: string;
  /** Out of the order of Tab, where another key does the same. */
  readonly isBeside?: boolean;
}) {
  const { liked, className, of, isBeside = false } = props;
  const { liking, rate } = useLiking(liked);
  const dimmed = useDimmed(true, likeTexts.rating);
  const chosen = liking?.rating ?? 0;
  return (
    <fieldset
      aria-label={of === undefined ? likeTexts.rating : likeTexts.ratingOf(of)}
      className={classNames(styles['stars'], className)}
      data-is-rated={chosen > 0 || undefined}
      {...(isBeside && { 'data-link': '' })}
    >
      {ratings.map((rating) => (
        <button
          key={rating}
          type="button"
          className={styles['star']}
          aria-label={likeTexts.stars(rating)}
          aria-pressed={rating === chosen}
          data-is-full={rating <= chosen || undefined}
          title={likeTexts.stars(rating)}
          tabIndex={isBeside ? -1 : undefined}
          onClick={() => rate(rating === chosen ? 0 : rating)}
          {...dimmed}
        >
          <Star />
        </button>
      ))}
    </fieldset>
  );
}
