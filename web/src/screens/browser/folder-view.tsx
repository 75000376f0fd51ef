import { type ReactNode, useCallback, useMemo } from 'react';
import type { CollectionItem } from '../../api/collection.ts';
import { ItemList } from '../../collection/item-list/item-list.tsx';
import type { ItemSpan, Stretch } from '../../collection/item-list/layout.ts';
import type { PagedItems } from '../../collection/item-list/use-paged-items.ts';
import { ArtistLink } from '../../collection/parts/artist-link.tsx';
import { FolderFaces, useFolderFaces } from '../../collection/parts/folder-faces.tsx';
import { PlayAll } from '../../collection/parts/play-all.tsx';
import { ScreenHeader } from '../../collection/parts/screen-header.tsx';
import { texts } from '../../texts/index.ts';
import { folderHeadingOf } from './folder-heading.ts';
import type { ViewMode } from './view-mode.ts';

/** A folder as covers (`discography`) or rows (`explorer`). */
export function FolderView(props: {
  readonly path: string;
  readonly paged: PagedItems;
  readonly mode: Exclude<ViewMode, 'album'>;
  readonly awaySources: readonly string[];
}): ReactNode {
  const { path, paged, mode, awaySources } = props;
  const { total } = paged;
  const items = paged.all ?? paged.firstPage;
  const { header, subheader } = folderHeadingOf(path, items);
  const isDiscography = mode === 'discography';
  const stretches = useMemo(
    (): readonly Stretch[] => [{ key: 'items', kind: isDiscography ? 'cards' : 'rows', itemCount: total }],
    [isDiscography, total],
  );
  const list = useMemo(() => ({ name: '', targets: [{ kind: 'folder', path } as const] }), [path]);
  const hasFolders = !isDiscography && paged.firstPage.some(({ variant }) => variant === 'Directory');
  const { faces, show: showFaces } = useFolderFaces(path, hasFolders);
  const { show } = paged;
  const onShow = useCallback(
    (spans: readonly ItemSpan[]) => {
      show(spans);
      showFaces(spans);
    },
    [show, showFaces],
  );
  const { collection } = texts;
  return (
    <>
      <ScreenHeader
        level={2}
        title={header}
        subtitle={subheader && <ArtistLink artist={subheader} path={path} />}
        detail={isDiscography ? collection.albumCount(total) : collection.itemCount(total)}
        actions={<PlayAll label={header} list={list} />}
      />
      <FolderFaces faces={faces}>
        <ItemList
          label={isDiscography ? collection.albumsOf(header) : collection.contentsOf(header)}
          stretches={stretches}
          itemAt={paged.itemAt}
          loadItems={paged.load}
          onShow={onShow}
          plays={list}
          hasFolderNames={!isDiscography || hasOneAlbum(items)}
          awaySources={awaySources}
        />
      </FolderFaces>
    </>
  );
}

/** Discs of one album side by side are told apart by their folders. */
const hasOneAlbum = (items: readonly CollectionItem[]): boolean =>
  items.length > 1 && items.every(({ fields }) => fields.album === items[0]?.fields.album);
