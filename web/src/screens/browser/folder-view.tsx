import { type ReactNode, useMemo } from 'react';
import type { CollectionItem } from '../../api/collection.ts';
import { ItemList } from '../../collection/item-list/item-list.tsx';
import type { Stretch } from '../../collection/item-list/layout.ts';
import type { PagedItems } from '../../collection/item-list/use-paged-items.ts';
import { QueueAll } from '../../collection/parts/queue-all.tsx';
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
  const { collection } = texts;
  return (
    <>
      <ScreenHeader
        level={2}
        title={header}
        subtitle={subheader}
        detail={isDiscography ? collection.albumCount(total) : collection.itemCount(total)}
        actions={<QueueAll label={header} targets={[{ kind: 'folder', path }]} />}
      />
      <ItemList
        label={isDiscography ? collection.albumsOf(header) : collection.contentsOf(header)}
        stretches={stretches}
        itemAt={paged.itemAt}
        loadItems={paged.load}
        onShow={paged.show}
        hasFolderNames={!isDiscography || hasOneAlbum(items)}
        awaySources={awaySources}
      />
    </>
  );
}

/** Discs of one album side by side are told apart by their folders. */
const hasOneAlbum = (items: readonly CollectionItem[]): boolean =>
  items.length > 1 && items.every(({ fields }) => fields.album === items[0]?.fields.album);
