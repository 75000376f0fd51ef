import { type ReactNode, useMemo, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { listOf } from '../../api/collection.ts';
import { ArrangeableList } from '../../collection/arrange/arrangeable-list.tsx';
import { useListTools } from '../../collection/arrange/use-list-tools.ts';
import type { ListItem } from '../../collection/item-actions/play-target.ts';
import type { PlayableList } from '../../collection/item-actions/verbs.ts';
import { ItemList } from '../../collection/item-list/item-list.tsx';
import type { Stretch } from '../../collection/item-list/layout.ts';
import { type PagedItems, usePagedItems } from '../../collection/item-list/use-paged-items.ts';
import { GapNotice, ListSkeleton, LoadFailure } from '../../collection/parts/list-states.tsx';
import { ScreenHeader } from '../../collection/parts/screen-header.tsx';
import { useCollectionStatus } from '../../collection/parts/use-collection-status.ts';
import { navigate } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { texts } from '../../texts/index.ts';
import { listTexts } from '../../texts/lists.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListMusic } from '../../ui/icons.ts';
import { overlay } from '../../ui/layers/overlay.tsx';
import { Screen } from '../../ui/screen.tsx';
import { PlaylistButtons } from './playlist-buttons.tsx';
import { usePlaylistActions } from './use-playlist-actions.ts';
import { usePlaylistEditing } from './use-playlist-editing.ts';

const ConfirmDialog = overlay(
  async () => (await import('../../ui/layers/confirm-dialog.tsx')).ConfirmDialog,
  ({ onCancel }) => onCancel(),
);

const RenameForm = overlay(
  async () => (await import('./playlist-tools.tsx')).RenameForm,
  ({ onClose }) => onClose(),
);

/** One saved playlist: what is in it, and all that can be done with it. */
export function PlaylistScreen({ name }: { readonly name: string }): ReactNode {
  const source = useMemo(() => listOf({ kind: 'playlist', name }), [name]);
  const tools = useListTools(`playlist ${name}`);
  const paged = usePagedItems(source, (first) => tools.wantsAll(first.total));
  const actions = usePlaylistActions(name);
  const [isRenaming, setIsRenaming] = useState(false);
  const { total, status } = paged;
  const list = useMemo(() => ({ name, targets: [{ kind: 'playlist', name } as const] }), [name]);
  const editing = usePlaylistEditing({ name, total, itemAt: paged.itemAt });
  const { collection } = texts;
  if (status === 'error') return <PlaylistFailure name={name} error={paged.error} onRetry={paged.retry} />;
  return (
    <Screen>
      {isRenaming && <RenameForm name={name} onClose={() => setIsRenaming(false)} />}
      <ScreenHeader
        title={name}
        detail={status === 'ready' ? collection.songCount(total) : undefined}
        actions={
          <PlaylistButtons
            list={list}
            paged={paged}
            actions={actions}
            editing={editing}
            onRename={() => setIsRenaming(true)}
            tools={tools}
          />
        }
      />
      {status === 'pending' && <ListSkeleton kind="rows" />}
      {status === 'ready' && total === 0 && (
        <EmptyState icon={<ListMusic />}>{listTexts.emptyPlaylist}</EmptyState>
      )}
      {total > 0 && (
        <ArrangeableList tools={tools} paged={paged}>
          {(shown) => (
            // What is shown in another order cannot be put in order by hand.
            <Songs
              name={name}
              paged={shown.paged}
              list={shown.plays ?? list}
              editing={tools.isArranged ? undefined : editing}
            />
          )}
        </ArrangeableList>
      )}
      {paged.hasGap && <GapNotice onRetry={paged.retry} />}
      {actions.isAsking && (
        <ConfirmDialog
          title={name}
          question={listTexts.deleteForGood}
          confirmLabel={listTexts.delete}
          onConfirm={actions.removeForGood}
          onCancel={actions.keep}
        />
      )}
    </Screen>
  );
}

function Songs(props: {
  readonly name: string;
  readonly paged: PagedItems<ListItem>;
  readonly list: PlayableList;
  readonly editing: ReturnType<typeof usePlaylistEditing>;
}) {
  const { name, paged, list, editing } = props;
  const { awaySources } = useCollectionStatus();
  const { total } = paged;
  const stretches = useMemo(
    (): readonly Stretch[] => [{ key: 'songs', kind: 'rows', itemCount: total }],
    [total],
  );
  return (
    <ItemList
      label={texts.collection.songsOf(name)}
      stretches={stretches}
      itemAt={paged.itemAt}
      loadItems={paged.load}
      onShow={paged.show}
      plays={list}
      editing={editing}
      awaySources={awaySources}
    />
  );
}

function PlaylistFailure(props: {
  readonly name: string;
  readonly error: unknown;
  readonly onRetry: () => void;
}) {
  const isGone = props.error instanceof ApiError && props.error.status === 404;
  return (
    <Screen>
      <ScreenHeader title={props.name} />
      {isGone ? (
        <EmptyState
          isError
          icon={<ListMusic />}
          action={<Button onClick={() => navigate(paths.playlists())}>{listTexts.toPlaylists}</Button>}
        >
          {texts.collection.playlistGone}
        </EmptyState>
      ) : (
        <LoadFailure error={props.error} onRetry={props.onRetry} />
      )}
    </Screen>
  );
}
