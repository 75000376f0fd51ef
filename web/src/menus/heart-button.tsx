import type { Liked } from '../api/made/annotations.ts';
import { likeTexts } from '../texts/likes.ts';
import { classNames } from '../ui/class-names.ts';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { Heart } from '../ui/icons.ts';
import styles from './likes.module.css';
import { useLiking } from './use-liking.ts';

/** Whether something is a favourite; a press changes it. */
export function HeartButton(props: {
  readonly liked: Liked | null;
  readonly size?: 'm' | 'l';
  readonly className?: string | undefined;
  /** What it is about, where more than one stands on a screen. */
  readonly of?: string;
  /** Out of the order of Tab, where another key does the same. */
  readonly isBeside?: boolean;
}) {
  const { liked, size = 'm', className, of, isBeside = false } = props;
  const { isStarred, toggle } = useLiking(liked);
  return (
    <IconButton
      size={size}
      className={classNames(styles['heart'], className)}
      label={of === undefined ? likeTexts.favourite : likeTexts.favouriteOf(of)}
      icon={<Heart />}
      aria-pressed={isStarred}
      disabled={liked === null}
      needsServer
      onClick={toggle}
      {...(isBeside && { tabIndex: -1, 'data-link': '' })}
    />
  );
}
