import { type ReactNode, useState } from 'react';
import { texts } from '../../texts/index.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Ellipsis } from '../../ui/icons.ts';
import { overlay } from '../../ui/layers/overlay.tsx';
import type { ItemMenuRequest } from './item-menu.tsx';
import type { PlayTarget } from './play-target.ts';
import { usePlayVerbs } from './use-verbs.ts';

const ItemMenu = overlay(
  async () => (await import('./item-menu.tsx')).ItemMenu,
  ({ onClose }) => onClose(),
);

/** A button that opens the menu of what a whole screen shows. */
export function MenuButton(props: {
  readonly label: string;
  readonly targets: readonly PlayTarget[];
  readonly place?: ItemMenuRequest['place'];
  readonly more?: ItemMenuRequest['more'];
}): ReactNode {
  const { label, ...about } = props;
  const verbs = usePlayVerbs();
  const [request, setRequest] = useState<ItemMenuRequest | null>(null);
  return (
    <>
      <IconButton
        label={texts.collection.actionsFor(label)}
        icon={<Ellipsis />}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => {
          const { left, bottom } = currentTarget.getBoundingClientRect();
          setRequest({ at: { x: left, y: bottom + 4 }, label, ...about });
        }}
      />
      {request && <ItemMenu request={request} onVerb={verbs.perform} onClose={() => setRequest(null)} />}
    </>
  );
}
