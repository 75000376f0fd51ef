import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { listOf } from '../../api/collection.ts';
import { type KeptQuery, smartListsQuery } from '../../api/made/smart-lists.ts';
import { type ListTools, useListTools } from '../../collection/arrange/use-list-tools.ts';
import type { PlayableList } from '../../collection/item-actions/verbs.ts';
import { usePagedItems } from '../../collection/item-list/use-paged-items.ts';
import { ListSkeleton, LoadFailure } from '../../collection/parts/list-states.tsx';
import { PagedItemList } from '../../collection/parts/paged-item-list.tsx';
import { PlayAll } from '../../collection/parts/play-all.tsx';
import { ScreenHeader } from '../../collection/parts/screen-header.tsx';
import { navigate } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { texts } from '../../texts/index.ts';
import { listTexts } from '../../texts/lists.ts';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListFilter, Trash } from '../../ui/icons.ts';
import { Pencil } from '../../ui/later-icons.ts';
import { overlay } from '../../ui/layers/overlay.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useSmartListActions } from './use-smart-list-actions.ts';

const SmartListDialog = overlay(
  async () => (await import('../../menus/smart-list/smart-list-dialog.tsx')).SmartListDialog,
  ({ onClose }) => onClose(),
);

/** One smart list: what its query finds now, and all that can be done with it. */
export function SmartListScreen({ name }: { readonly name: string }): ReactNode {
  const { data, status, error, refetch } = useQuery(smartListsQuery());
  const list = data?.find((one) => one.name === name);
  if (list) return <OpenList key={list.query} list={list} />;
  return (
    <Screen>
      <ScreenHeader title={name} />
      {status === 'pending' && <ListSkeleton kind="rows" />}
      {status === 'error' && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {status === 'success' && (
        <EmptyState
          isError
          icon={<ListFilter />}
          action={<Button onClick={() => navigate(paths.playlists())}>{listTexts.toPlaylists}</Button>}
        >
          {listTexts.smartListGone}
        </EmptyState>
      )}
    </Screen>
  );
}

function OpenList({ list: { name, query } }: { readonly list: KeptQuery }): ReactNode {
  const source = useMemo(() => listOf({ kind: 'query', query, exact: true, isLive: true }), [query]);
  const tools = useListTools(`smart list ${name}`);
  const paged = usePagedItems(source, (first) => tools.wantsAll(first.total));
  const list = useMemo(
    () => ({ name: '', targets: [{ kind: 'query', query, exact: true } as const] }),
    [query],
  );
  const { total, status } = paged;
  return (
    <Screen>
      <ScreenHeader
        title={name}
        subtitle={query}
        detail={status === 'ready' ? texts.collection.songCount(total) : undefined}
        actions={<SmartListButtons name={name} query={query} list={list} total={total} tools={tools} />}
      />
      <PagedItemList
        label={texts.collection.songsOf(name)}
        paged={paged}
        kind="rows"
        empty={<EmptyState icon={<ListFilter />}>{listTexts.emptySmartList}</EmptyState>}
        plays={list}
        tools={tools}
      />
    </Screen>
  );
}

/** What can be done with a smart list as a whole. */
function SmartListButtons(props: {
  readonly name: string;
  readonly query: string;
  readonly list: PlayableList;
  readonly total: number;
  readonly tools: ListTools;
}): ReactNode {
  const { name, query, list, total, tools } = props;
  const kept = { name, query };
  const actions = useSmartListActions(kept);
  const [isEditing, setIsEditing] = useState(false);
  const own = (
    <>
      <Button variant="danger" icon={<Trash />} onClick={actions.remove} disabled={actions.isDeleting}>
        {actions.isDeleting ? listTexts.deleting : listTexts.delete}
      </Button>
      <IconButton label={listTexts.editSmartList} icon={<Pencil />} onClick={() => setIsEditing(true)} />
    </>
  );
  return (
    <>
      {total > 0 ? (
        <PlayAll label={name} list={list} tools={total > 1 ? tools : undefined}>
          {own}
        </PlayAll>
      ) : (
        own
      )}
      {isEditing && (
        <SmartListDialog
          title={listTexts.editSmartList}
          list={kept}
          onSaved={(saved) => {
            setIsEditing(false);
            if (saved.name !== name) navigate(paths.smartList(saved.name), { replace: true });
          }}
          onClose={() => setIsEditing(false)}
        />
      )}
    </>
  );
}
