import { texts } from '../../texts/index.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { ListPlus, Play, X } from '../../ui/icons.ts';
import { CornerDownRight } from '../../ui/later-icons.ts';
import { type Verb, verbs } from '../item-actions/verbs.ts';
import styles from './selection-bar.module.css';

/** Properties of the bar. */
export interface SelectionBarProps {
  /** How many items are selected. */
  readonly count: number;
  readonly onVerb: (verb: Verb) => void;
  readonly onClear: () => void;
}

const icons = { playNow: <Play />, playNext: <CornerDownRight />, addToQueue: <ListPlus /> } as const;

/** How much of a list is selected, and what can be done with it; stays in view below the list. */
export function SelectionBar({ count, onVerb, onClear }: SelectionBarProps) {
  return (
    <div role="toolbar" aria-label={texts.collection.chosenActions} className={styles['bar']}>
      <p role="status" className={styles['count']}>
        {texts.collection.chosen(count)}
      </p>
      {verbs.map((verb) => (
        <button key={verb} type="button" className={styles['verb']} onClick={() => onVerb(verb)}>
          {icons[verb]}
          <span>{texts.player[verb]}</span>
        </button>
      ))}
      <IconButton label={texts.collection.clearChosen} icon={<X />} onClick={onClear} />
    </div>
  );
}
