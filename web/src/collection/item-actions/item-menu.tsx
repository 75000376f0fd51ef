import type { MenuSubject } from '../../menus/menu-subject.ts';
import { MusicMenu } from '../../menus/music-menu.tsx';
import { useLinksOf } from '../../menus/use-song-links.ts';
import { texts } from '../../texts/index.ts';
import { ListPlus, Play, X } from '../../ui/icons.ts';
import { CornerDownRight, ListChecks } from '../../ui/later-icons.ts';
import type { MenuItem } from '../../ui/layers/menu.tsx';
import { placeOf } from './place-of.ts';
import { type ListItem, loadSongs, type PlayTarget } from './play-target.ts';
import { type Verb, verbs } from './verbs.ts';

/** Where a menu opens and what it is about. */
export interface ItemMenuRequest {
  readonly at: { readonly x: number; readonly y: number };
  /** Name of what the verbs work on, for the name of the menu. */
  readonly label: string;
  readonly targets: readonly PlayTarget[];
  /** The one entry it is about, if it is one. */
  readonly item?: ListItem | undefined;
  /** What a screen is about that is no entry: where it leads, and what can be done with it. */
  readonly place?: Omit<MenuSubject, 'label' | 'menuLabel' | 'loadPaths'> | undefined;
  /** What only this place offers, last. */
  readonly more?: readonly MenuItem[] | undefined;
  /** Takes what it is about out of the list, where that can be done. */
  readonly onRemove?: () => void;
  /** Begins to choose several, where that can be done. */
  readonly onChoose?: () => void;
}

/** Properties of the menu. */
export interface ItemMenuProps {
  readonly request: ItemMenuRequest;
  readonly onVerb: (verb: Verb, targets: readonly PlayTarget[]) => void;
  readonly onClose: () => void;
}

const icons = { playNow: <Play />, playNext: <CornerDownRight />, addToQueue: <ListPlus /> } as const;

/** Everything that can be done with what a list or a screen shows, in one order everywhere. */
export function ItemMenu({ request, onVerb, onClose }: ItemMenuProps) {
  const { at, label, item, targets, place, onChoose, onRemove } = request;
  const links = useLinksOf(item?.variant === 'Song' ? item.fields.path : null);
  const more = [
    ...(request.more ?? []),
    ...(onRemove ? [{ label: texts.player.removeSelected, icon: <X />, onSelect: onRemove }] : []),
    ...(onChoose ? [{ label: texts.collection.choose, icon: <ListChecks />, onSelect: onChoose }] : []),
  ];
  return (
    <MusicMenu
      subject={{
        label,
        menuLabel: texts.collection.actionsFor(label),
        loadPaths: async () => (await loadSongs(targets)).map(({ path }) => path),
        ...(item && placeOf(item, links)),
        ...place,
      }}
      at={at}
      verbs={verbs.map((verb) => ({
        label: texts.player[verb],
        icon: icons[verb],
        onSelect: () => onVerb(verb, targets),
      }))}
      more={more}
      onClose={onClose}
    />
  );
}
