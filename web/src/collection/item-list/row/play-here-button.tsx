import { texts } from '../../../texts/index.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Play } from '../../../ui/icons.ts';
import type { ListItem } from '../../item-actions/play-target.ts';
import { itemTitle } from '../item-names.ts';
import type { StretchKind } from '../layout.ts';
import styles from './play-here-button.module.css';

/**
 * Plays an album, a folder or a playlist, or the list from a song on. Under the pointer and the focus; the list
 * around it handles the press. The keyboard has Enter and the menu.
 */
export function PlayHereButton({ item, kind }: { readonly item: ListItem; readonly kind: StretchKind }) {
  const label = texts.collection.playItem(itemTitle(item));
  return (
    <span className={classNames(styles['playPlace'], styles[`${kind}Play`])}>
      <button
        type="button"
        tabIndex={-1}
        className={styles['play']}
        aria-label={label}
        title={label}
        data-play=""
      >
        <Play />
      </button>
    </span>
  );
}
