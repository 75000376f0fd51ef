import type { ReactNode } from 'react';
import { texts } from '../../texts/index.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ListPlus, Play, Shuffle } from '../../ui/icons.ts';
import type { MenuItem } from '../../ui/layers/menu.tsx';
import { ListToolsButton } from '../arrange/arrangeable-list.tsx';
import type { ListTools } from '../arrange/use-list-tools.ts';
import type { ItemMenuRequest } from '../item-actions/item-menu.tsx';
import { MenuButton } from '../item-actions/menu-button.tsx';
import { usePlayVerbs } from '../item-actions/use-verbs.ts';
import type { PlayableList } from '../item-actions/verbs.ts';
import styles from './play-all.module.css';

/** 'Play', 'Shuffle' and 'Queue All' for all that a screen shows, the menu with everything else, and what it has of its own. */
export function PlayAll(props: {
  /** What the screen shows, for the name of the menu. */
  readonly label: string;
  readonly list: PlayableList;
  /** What its menu leads to and can do besides. */
  readonly place?: ItemMenuRequest['place'];
  /** Those of its list: a line of the menu, and a button where there is room. */
  readonly tools?: ListTools | undefined;
  /** Controls of this screen alone, after the menu. */
  readonly children?: ReactNode;
}): ReactNode {
  const { label, list, place, tools, children } = props;
  const verbs = usePlayVerbs();
  return (
    <>
      <div className={styles['verbs']}>
        <Button variant="primary" icon={<Play />} onClick={() => verbs.play(list)}>
          {texts.collection.play}
        </Button>
        <Button icon={<Shuffle />} onClick={() => verbs.play(list, { isShuffled: true })}>
          {texts.collection.shuffle}
        </Button>
        <Button icon={<ListPlus />} onClick={() => verbs.perform('addToQueue', list.targets)}>
          {texts.collection.queueAll}
        </Button>
        {tools && <ListToolsButton tools={tools} className={styles['roomy']} />}
        <MenuButton
          label={label}
          targets={list.targets}
          place={place}
          more={tools === undefined ? [] : [lineOf(tools)]}
        />
      </div>
      {children && <div className={styles['own']}>{children}</div>}
    </>
  );
}

const lineOf = ({ isOpen, toggle }: ListTools): MenuItem => ({
  label: texts.collection.filterAndSort,
  isChecked: isOpen,
  onSelect: toggle,
});
