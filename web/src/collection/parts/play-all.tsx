import type { ReactNode } from 'react';
import { texts } from '../../texts/index.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ListPlus, Play, Shuffle } from '../../ui/icons.ts';
import { MenuButton } from '../item-actions/menu-button.tsx';
import { usePlayVerbs } from '../item-actions/use-verbs.ts';
import type { PlayableList } from '../item-actions/verbs.ts';
import styles from './play-all.module.css';

/** 'Play', 'Shuffle' and 'Queue All', and beside them the menu, for all that a screen shows. */
export function PlayAll(props: {
  /** What the screen shows, for the name of the menu. */
  readonly label: string;
  readonly list: PlayableList;
  /** Buttons of this screen alone, before the menu. */
  readonly children?: ReactNode;
}): ReactNode {
  const { label, list, children } = props;
  const verbs = usePlayVerbs();
  const menu = <MenuButton label={label} targets={list.targets} />;
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
        {!children && menu}
      </div>
      {children}
      {children && menu}
    </>
  );
}
