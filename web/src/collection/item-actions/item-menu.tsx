import { texts } from '../../texts/index.ts';
import { CornerDownRight, ListChecks, ListPlus, Play } from '../../ui/icons.ts';
import { Menu } from '../../ui/layers/menu.tsx';
import type { PlayTarget } from './play-target.ts';
import { type Verb, verbs } from './verbs.ts';

/** Where a menu opens and what it is about. */
export interface ItemMenuRequest {
  readonly at: { readonly x: number; readonly y: number };
  /** Name of what the verbs work on, for the name of the menu. */
  readonly label: string;
  readonly targets: readonly PlayTarget[];
  /** Begins to choose several, where that can be done. */
  readonly onChoose?: () => void;
}

/** Properties of the menu of the three verbs. */
export interface ItemMenuProps {
  readonly request: ItemMenuRequest;
  readonly onVerb: (verb: Verb, targets: readonly PlayTarget[]) => void;
  readonly onClose: () => void;
}

const icons = { playNow: <Play />, playNext: <CornerDownRight />, addToQueue: <ListPlus /> } as const;

/** Play now · Play next · Add to queue, in this order everywhere. */
export function ItemMenu({ request, onVerb, onClose }: ItemMenuProps) {
  const lines = verbs.map((verb) => ({
    label: texts.player[verb],
    icon: icons[verb],
    onSelect: () => onVerb(verb, request.targets),
  }));
  const { onChoose } = request;
  return (
    <Menu
      label={texts.collection.actionsFor(request.label)}
      at={request.at}
      onClose={onClose}
      items={
        onChoose
          ? [...lines, { label: texts.collection.choose, icon: <ListChecks />, onSelect: onChoose }]
          : lines
      }
    />
  );
}
