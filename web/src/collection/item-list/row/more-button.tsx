import { texts } from '../../../texts/index.ts';
import { Ellipsis } from '../../../ui/icons.ts';
import type { ListItem } from '../../item-actions/play-target.ts';
import { itemTitle } from '../item-names.ts';
import styles from './more-button.module.css';

/**
 * Opens the menu where there is no second mouse button and no key for it. The list around it handles
 * the press. Items have Shift+F10 for the keyboard; headings, which arrows pass over, are Tab stops by this.
 */
export function MoreButton(props: { readonly item: ListItem } | { readonly label: string }) {
  const label = texts.collection.actionsFor('item' in props ? itemTitle(props.item) : props.label);
  return (
    <button
      type="button"
      tabIndex={'item' in props ? -1 : 0}
      className={styles['more']}
      aria-label={label}
      title={label}
      data-more=""
    >
      <Ellipsis />
    </button>
  );
}
