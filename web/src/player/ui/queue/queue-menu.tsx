import { texts } from '../../../texts/index.ts';
import { CornerDownRight, ListPlus, Play, X } from '../../../ui/icons.ts';
import { Menu } from '../../../ui/layers/menu.tsx';
import type { EntryKey } from '../../core/queue.ts';
import { usePlayer } from '../player-context.tsx';

interface QueueMenuProps {
  /** Entries it works on. */
  readonly keys: ReadonlySet<EntryKey>;
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

/** What can be done with entries of the queue: the three verbs, and away with them. */
export function QueueMenu({ keys, at, onClose }: QueueMenuProps) {
  const { actions, store } = usePlayer();
  const chosen = () => store.getState().queue.entries.filter((entry) => keys.has(entry.key));
  const playNow = (): void => {
    const first = chosen()[0];
    if (first !== undefined) actions.playEntry(first.key);
  };
  return (
    <Menu
      label={texts.player.queueMenu}
      at={at}
      onClose={onClose}
      items={[
        { label: texts.player.playNow, icon: <Play />, onSelect: playNow },
        { label: texts.player.playNext, icon: <CornerDownRight />, onSelect: () => actions.moveNext(keys) },
        {
          label: texts.player.addToQueue,
          icon: <ListPlus />,
          onSelect: () => actions.addToQueue(chosen().map((entry) => entry.song)),
        },
        { label: texts.player.removeSelected, icon: <X />, onSelect: () => actions.remove(keys) },
      ]}
    />
  );
}
