import { type ReactNode, useMemo } from 'react';
import { ApiError } from '../../api/api-error.ts';
import type { ListSource } from '../../api/collection.ts';
import { MenuButton } from '../../collection/item-actions/menu-button.tsx';
import { ItemList } from '../../collection/item-list/item-list.tsx';
import type { Stretch } from '../../collection/item-list/layout.ts';
import { usePagedItems } from '../../collection/item-list/use-paged-items.ts';
import { GapNotice, ListSkeleton, LoadFailure } from '../../collection/parts/list-states.tsx';
import { ScreenHeader } from '../../collection/parts/screen-header.tsx';
import { useCollectionStatus } from '../../collection/parts/use-collection-status.ts';
import { navigate } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { texts } from '../../texts/index.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListMusic, Play, Trash } from '../../ui/icons.ts';
import { overlay } from '../../ui/layers/overlay.tsx';
import { Screen } from '../../ui/screen.tsx';
import { usePlaylistActions } from './use-playlist-actions.ts';

const ConfirmDialog = overlay(
  async () => (await import('../../ui/layers/confirm-dialog.tsx')).ConfirmDialog,
  ({ onCancel }) => onCancel(),
);

/** One saved playlist. */
export function PlaylistScreen({ name }: { readonly name: string }): ReactNode {
  const source = useMemo((): ListSource => ({ kind: 'playlist', name }), [name]);
  const paged = usePagedItems(source);
  const { awaySources } = useCollectionStatus();
  const actions = usePlaylistActions(name);
  const { total, status } = paged;
  const stretches = useMemo(
    (): readonly Stretch[] => [{ key: 'songs', kind: 'rows', itemCount: total }],
    [total],
  );
  const { collection } = texts;
  if (status === 'error') return <PlaylistFailure name={name} error={paged.error} onRetry={paged.retry} />;
  return (
    <Screen>
      <ScreenHeader
        title={name}
        detail={status === 'ready' ? collection.songCount(total) : undefined}
        actions={
          <>
            {total > 0 && (
              <Button variant="primary" icon={<Play />} onClick={actions.play}>
                {collection.play}
              </Button>
            )}
            <Button icon={<Trash />} onClick={actions.remove} disabled={actions.isDeleting}>
              {actions.isDeleting ? collection.deleting : collection.delete}
            </Button>
            {total > 0 && <MenuButton label={name} targets={[{ kind: 'playlist', name }]} />}
          </>
        }
      />
      {status === 'pending' && <ListSkeleton kind="rows" />}
      {status === 'ready' && total === 0 && (
        <EmptyState icon={<ListMusic />}>{collection.emptyPlaylist}</EmptyState>
      )}
      {total > 0 && (
        <ItemList
          label={collection.songsOf(name)}
          stretches={stretches}
          itemAt={paged.itemAt}
          loadItems={paged.load}
          onShow={paged.show}
          awaySources={awaySources}
        />
      )}
      {paged.hasGap && <GapNotice onRetry={paged.retry} />}
      {actions.isAsking && (
        <ConfirmDialog
          title={name}
          question={collection.deleteForGood}
          confirmLabel={collection.delete}
          onConfirm={actions.removeForGood}
          onCancel={actions.keep}
        />
      )}
    </Screen>
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
          action={<Button onClick={() => navigate(paths.playlists())}>{texts.collection.toPlaylists}</Button>}
        >
          {texts.collection.playlistGone}
        </EmptyState>
      ) : (
        <LoadFailure error={props.error} onRetry={props.onRetry} />
      )}
    </Screen>
  );
}
