import { texts } from '../../texts/index.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ListPlus } from '../../ui/icons.ts';
import { MenuButton } from '../item-actions/menu-button.tsx';
import type { PlayTarget } from '../item-actions/play-target.ts';
import { usePlayVerbs } from '../item-actions/use-verbs.ts';

/** 'Queue All', and beside it the menu of the three verbs, for all that a screen shows. */
export function QueueAll(props: { readonly label: string; readonly targets: readonly PlayTarget[] }) {
  const verbs = usePlayVerbs();
  return (
    <>
      <Button icon={<ListPlus />} onClick={() => verbs.perform('addToQueue', props.targets)}>
        {texts.collection.queueAll}
      </Button>
      <MenuButton {...props} />
    </>
  );
}
