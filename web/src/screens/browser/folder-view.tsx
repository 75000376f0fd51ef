import { type ReactNode, useCallback, useMemo } from 'react';
import type { CollectionItem } from '../../api/collection.ts';
import { ArrangeableList } from '../../collection/arrange/arrangeable-list.tsx';
import type { ArrangedList } from '../../collection/arrange/arranged-items.tsx';
import type { ListTools } from '../../collection/arrange/use-list-tools.ts';
import type { PlayableList } from '../../collection/item-actions/verbs.ts';
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
  readonly tools: ListTools;
}): ReactNode {
  const { path, paged, mode, awaySources, tools } = props;
  const { total } = paged;
  const items = paged.all ?? paged.firstPage;
  const { header, subheader } = folderHeadingOf(path, items);
  const isDiscography = mode === 'discography';
  const list = useMemo(() => ({ name: '', targets: [{ kind: 'folder', path } as const] }), [path]);
  const hasFolders = !isDiscography && paged.firstPage.some(({ variant }) => variant === 'Directory');
  const { faces, show: showFaces } = useFolderFaces(path, hasFolders);
  const { collection } = texts;
  return (
    <>
      <ScreenHeader
        level={2}
        title={header}
        subtitle={subheader && <ArtistLink artist={subheader} path={path} />}
        detail={isDiscography ? collection.albumCount(total) : collection.itemCount(total)}
        actions={<PlayAll label={header} list={list} tools={tools} />}
      />
      <FolderFaces faces={faces}>
        <ArrangeableList tools={tools} paged={paged}>
          {(shown) => (
            <FolderItems
              shown={shown}
              kind={isDiscography ? 'cards' : 'rows'}
              label={isDiscography ? collection.albumsOf(header) : collection.contentsOf(header)}
              plays={list}
              showFaces={showFaces}
              hasFolderNames={!isDiscography || hasOneAlbum(items)}
              awaySources={awaySources}
            />
          )}
        </ArrangeableList>
      </FolderFaces>
    </>
  );
}

function FolderItems(props: {
  readonly shown: ArrangedList;
  readonly kind: 'cards' | 'rows';
  readonly label: string;
  /** What plays while the list is as it is. */
  readonly plays: PlayableList;
  readonly showFaces: (spans: readonly ItemSpan[]) => void;
  readonly hasFolderNames: boolean;
  readonly awaySources: readonly string[];
}) {
  const { shown, kind, plays, showFaces, ...rest } = props;
  const { total, show } = shown.paged;
  const stretches = useMemo(
    (): readonly Stretch[] => [{ key: 'items', kind, itemCount: total }],
    [kind, total],
  );
  const { spansOf } = shown;
  const onShow = useCallback(
    (spans: readonly ItemSpan[]) => {
      show(spans);
      showFaces(spansOf(spans));
    },
    [show, showFaces, spansOf],
  );
  return (
    <ItemList
      {...rest}
      stretches={stretches}
      itemAt={shown.paged.itemAt}
      loadItems={shown.paged.load}
      onShow={onShow}
      plays={shown.plays ?? plays}
    />
  );
}

/** Discs of one album side by side are told apart by their folders. */
const hasOneAlbum = (items: readonly CollectionItem[]): boolean =>
  items.length > 1 && items.every(({ fields }) => fields.album === items[0]?.fields.album);
