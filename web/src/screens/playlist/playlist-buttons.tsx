import { type ReactNode, useState } from 'react';
import type { ListTools } from '../../collection/arrange/use-list-tools.ts';
import type { PlayableList } from '../../collection/item-actions/verbs.ts';
import type { PagedItems } from '../../collection/item-list/use-paged-items.ts';
import { PlayAll } from '../../collection/parts/play-all.tsx';
import { listTexts } from '../../texts/lists.ts';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Trash } from '../../ui/icons.ts';
import { ArrowDownUp, Pencil } from '../../ui/later-icons.ts';
import { overlay } from '../../ui/layers/overlay.tsx';
import type { PlaylistActions } from './use-playlist-actions.ts';
import type { PlaylistEditing } from './use-playlist-editing.ts';

const SortMenu = overlay(
  async () => (await import('./playlist-tools.tsx')).SortMenu,
  ({ onClose }) => onClose(),
);

/** Properties of the buttons above a playlist. */
export interface PlaylistButtonsProps {
  readonly list: PlayableList;
  readonly paged: PagedItems;
  readonly actions: PlaylistActions;
  readonly editing: PlaylistEditing | undefined;
  readonly onRename: () => void;
  readonly tools: ListTools;
}

/** What can be done with a playlist as a whole. */
export function PlaylistButtons({
  list,
  paged,
  actions,
  editing,
  onRename,
  tools,
}: PlaylistButtonsProps): ReactNode {
  const [menuAt, setMenuAt] = useState<{ x: number; y: number } | null>(null);
  const loadSongs = async () => {
    const items = await paged.load([...Array(paged.total).keys()]);
    return items.flatMap((item) => (item.variant === 'Song' ? [item.fields] : []));
  };
  const own = (
    <>
      <Button variant="danger" icon={<Trash />} onClick={actions.remove} disabled={actions.isDeleting}>
        {actions.isDeleting ? listTexts.deleting : listTexts.delete}
      </Button>
      <IconButton label={listTexts.rename} icon={<Pencil />} onClick={onRename} />
      {editing && paged.total > 1 && (
        <IconButton
          label={listTexts.sortBy}
          icon={<ArrowDownUp />}
          aria-haspopup="menu"
          onClick={({ currentTarget }) => {
            const { left, bottom } = currentTarget.getBoundingClientRect();
            setMenuAt({ x: left, y: bottom + 4 });
          }}
        />
      )}
    </>
  );
  return (
    <>
      {paged.total > 0 ? (
        <PlayAll label={list.name} list={list} tools={paged.total > 1 ? tools : undefined}>
          {own}
        </PlayAll>
      ) : (
        own
      )}
      {menuAt && (
        <SortMenu
          at={menuAt}
          loadSongs={loadSongs}
          onSort={(order) => editing?.reorder(order)}
          onClose={() => setMenuAt(null)}
        />
      )}
    </>
  );
}
