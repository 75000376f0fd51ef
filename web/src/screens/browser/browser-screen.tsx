import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { type ItemPage, listOf } from '../../api/collection.ts';
import { useListTools } from '../../collection/arrange/use-list-tools.ts';
import { usePagedItems } from '../../collection/item-list/use-paged-items.ts';
import { GapNotice, ListSkeleton, LoadFailure } from '../../collection/parts/list-states.tsx';
import { useCollectionStatus } from '../../collection/parts/use-collection-status.ts';
import { navigate } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../storage/session-store.ts';
import { texts } from '../../texts/index.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Disc3, Folder, Music } from '../../ui/icons.ts';
import { Screen } from '../../ui/screen.tsx';
import { AlbumView } from './album-view.tsx';
import { BreadcrumbTrail } from './breadcrumb-trail.tsx';
import { FolderView } from './folder-view.tsx';
import { viewModeOf } from './view-mode.ts';

/** Longer lists than this are shown as rows, so that they need not be read whole to choose the view. */
const longestWhole = 5_000;

/** A folder of the collection; the music sources for ''. Another path is another folder from the start. */
export function BrowserScreen({ path }: { readonly path: string }): ReactNode {
  return (
    <Screen>
      <BreadcrumbTrail path={path} />
      <FolderContents key={path} path={path} />
    </Screen>
  );
}

/** Only a list that may turn out to be one album, or albums only, has to be known whole. */
const wantsAll = ({ items, total }: Pick<ItemPage, 'items' | 'total'>): boolean =>
  total <= longestWhole && viewModeOf(items) !== 'explorer';

function FolderContents({ path }: { readonly path: string }) {
  const source = useMemo(() => listOf({ kind: 'browse', path }), [path]);
  const tools = useListTools(`browse ${path}`);
  const paged = usePagedItems(source, (first) => wantsAll(first) || tools.wantsAll(first.total));
  const { awaySources } = useCollectionStatus();
  const { all, total, firstPage } = paged;
  const isDeciding = all === null && !paged.hasGap && wantsAll({ items: firstPage, total });
  if (paged.status === 'error') return <FolderFailure error={paged.error} onRetry={paged.retry} />;
  if (paged.status === 'pending' || isDeciding) return <ListSkeleton kind="rows" />;
  if (total === 0) return <EmptyFolder path={path} />;
  const mode = all ? viewModeOf(all) : 'explorer';
  const songs = (all ?? []).flatMap((item) => (item.variant === 'Song' ? [item.fields] : []));
  return (
    <>
      {mode === 'album' ? (
        <AlbumView path={path} songs={songs} awaySources={awaySources} tools={tools} />
      ) : (
        <FolderView path={path} paged={paged} mode={mode} awaySources={awaySources} tools={tools} />
      )}
      {paged.hasGap && <GapNotice onRetry={paged.retry} />}
    </>
  );
}

function FolderFailure({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  if (!(error instanceof ApiError && error.status === 404)) {
    return <LoadFailure error={error} onRetry={onRetry} />;
  }
  return (
    <EmptyState isError icon={<Folder />} action={<ToAllMusic />}>
      {texts.collection.folderGone}
    </EmptyState>
  );
}

/** Nothing in a folder, or nothing at all yet: why, and what to do about it. */
function EmptyFolder({ path }: { readonly path: string }) {
  const { isFirstScan } = useCollectionStatus();
  const isAdmin = useSession()?.isAdmin === true;
  if (isFirstScan) return <EmptyState icon={<Disc3 />}>{texts.collection.firstScan}</EmptyState>;
  if (path !== '') {
    return (
      <EmptyState icon={<Folder />} action={<ToAllMusic />}>
        {texts.collection.emptyFolder}
      </EmptyState>
    );
  }
  if (!isAdmin) return <EmptyState icon={<Music />}>{texts.collection.emptyCollectionUser}</EmptyState>;
  return (
    <EmptyState
      icon={<Music />}
      action={
        <Button variant="primary" onClick={() => navigate(paths.settings('collection'))}>
          {texts.collection.toCollectionSettings}
        </Button>
      }
    >
      {texts.collection.emptyCollection}
    </EmptyState>
  );
}

const ToAllMusic = () => (
  <Button onClick={() => navigate(paths.browse())}>{texts.collection.toAllMusic}</Button>
);
