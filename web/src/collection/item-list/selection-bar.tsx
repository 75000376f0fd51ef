import { texts } from '../../texts/index.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { ListPlus, Play, X } from '../../ui/icons.ts';
import { CornerDownRight } from '../../ui/later-icons.ts';
import type { PlayVerbs } from '../item-actions/use-verbs.ts';
import { verbs as allVerbs } from '../item-actions/verbs.ts';
import styles from './selection-bar.module.css';
import type { ListSelection } from './use-list-selection.ts';
import type { ListSubjects } from './use-list-subject.ts';
import type { RovingFocus } from './use-roving-focus.ts';

/** Properties of the bar. */
export interface SelectionBarProps {
  readonly selection: Pick<ListSelection, 'count' | 'clear'>;
  readonly focus: Pick<RovingFocus, 'takeBack'>;
  readonly verbs: Pick<PlayVerbs, 'perform'>;
  readonly subjects: Pick<ListSubjects, 'chosenTargets'>;
}

const icons = { playNow: <Play />, playNext: <CornerDownRight />, addToQueue: <ListPlus /> } as const;

/** How much of a list is selected, and what can be done with it; stays in view below the list. */
export function SelectionBar({ selection, focus, verbs, subjects }: SelectionBarProps) {
  // The bar goes with the button that was pressed.
  const clear = () => {
    focus.takeBack();
    selection.clear();
  };
  return (
    <div role="toolbar" aria-label={texts.collection.chosenActions} className={styles['bar']}>
      <p role="status" className={styles['count']}>
        {texts.collection.chosen(selection.count)}
      </p>
      {allVerbs.map((verb) => (
        <button
          key={verb}
          type="button"
          className={styles['verb']}
          onClick={() => {
            verbs.perform(verb, subjects.chosenTargets());
            clear();
          }}
        >
          {icons[verb]}
          <span>{texts.player[verb]}</span>
        </button>
      ))}
      <IconButton label={texts.collection.clearChosen} icon={<X />} onClick={clear} />
    </div>
  );
}
