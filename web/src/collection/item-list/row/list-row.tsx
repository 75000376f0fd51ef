import type { Song } from '@tonearm/contract';
import { type CSSProperties, memo } from 'react';
import { songAlbum } from '../../../lib/format-song.ts';
import { albumHref } from '../../../lib/music-links.ts';
import { HeartButton } from '../../../menus/heart-button.tsx';
import type { KnownLinks } from '../../../menus/use-song-links.ts';
import { part } from '../../../ui/layers/part.tsx';
import ratingStyles from '../../arrange/item-rating.module.css';
import type { ListItem } from '../../item-actions/play-target.ts';
import { itemHref, itemTitle } from '../item-names.ts';
import type { PlacedRow, StretchKind } from '../layout.ts';
import type { StretchHeading } from '../stretch-heading.ts';
import { CardFace, PlaceholderFace, RowFace, TrackFace } from './faces.tsx';
import { HeadingCell } from './heading-cell.tsx';
import heartStyles from './heart.module.css';
import type { ItemLook } from './item-look.ts';
import styles from './list-row.module.css';
import { MoreButton } from './more-button.tsx';
import { PlayHereButton } from './play-here-button.tsx';

/** Few choose their column, and a list is whole without it. */
const Stars = part(async () => (await import('../../../menus/stars.tsx')).Stars, { onFailure: () => {} });

/** Properties of a row. */
export interface ListRowProps extends ItemLook {
  readonly row: PlacedRow;
  readonly columnCount: number;
  readonly gap: number;
  readonly heading: StretchHeading | undefined;
  /** More rows stand below the heading than are shown at first. */
  readonly isLongBelow: boolean;
  readonly itemAt: (index: number) => ListItem | undefined;
  readonly activeItem: number;
  readonly isSelected: (index: number) => boolean;
  /** The song that plays. */
  readonly playingPath: string | undefined;
  readonly links: KnownLinks;
}

/** One row at its place in the list: a heading, one item, or cards side by side. */
export const ListRow = memo(function ListRow(props: ListRowProps) {
  const {
    row,
    columnCount,
    gap,
    heading,
    isLongBelow,
    itemAt,
    activeItem,
    isSelected,
    playingPath,
    links,
    ...look
  } = props;
  const style: CSSProperties = { transform: `translateY(${row.top}px)`, height: row.height };
  if (row.kind === 'cards') {
    style.gridTemplateColumns = `repeat(${columnCount}, minmax(0, 1fr))`;
    style.columnGap = gap;
  }
  const indexes = Array.from({ length: row.itemCount }, (_, offset) => row.firstItem + offset);
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows of a virtual list are no table rows
    <div
      role="row"
      tabIndex={-1}
      aria-rowindex={row.rowIndex + 1}
      className={styles['row']}
      data-kind={row.kind}
      style={style}
    >
      {row.kind === 'heading' ? (
        <HeadingCell stretchKey={row.stretchKey} heading={heading} isLongBelow={isLongBelow} />
      ) : (
        indexes.map((index) => (
          <ItemCell
            key={index}
            kind={row.kind}
            index={index}
            item={itemAt(index)}
            isActive={index === activeItem}
            isSelected={isSelected(index)}
            isPlaying={isSong(itemAt(index), playingPath)}
            albumHref={row.kind === 'rows' ? albumHrefOf(itemAt(index), links) : null}
            {...look}
          />
        ))
      )}
    </div>
  );
}, looksTheSame);

/** While a list scrolls, the rows that stay have nothing new to show. */
function looksTheSame(before: ListRowProps, after: ListRowProps): boolean {
  const { row, activeItem } = after;
  const isPlaced =
    before.row.key === row.key && before.row.top === row.top && before.row.height === row.height;
  const isOfSameLook =
    before.columnCount === after.columnCount &&
    before.gap === after.gap &&
    before.heading === after.heading &&
    before.isLongBelow === after.isLongBelow &&
    before.hasFolderNames === after.hasFolderNames &&
    before.knownArtist === after.knownArtist &&
    before.awaySources === after.awaySources &&
    before.trackWords === after.trackWords &&
    before.columns === after.columns &&
    before.links.version === after.links.version;
  if (!isPlaced || !isOfSameLook || before.row.itemCount !== row.itemCount) return false;
  for (let index = row.firstItem; index < row.firstItem + row.itemCount; index += 1) {
    const isSame =
      before.itemAt(index) === after.itemAt(index) &&
      isSong(before.itemAt(index), before.playingPath) === isSong(after.itemAt(index), after.playingPath) &&
      before.isSelected(index) === after.isSelected(index) &&
      (before.activeItem === index) === (activeItem === index);
    if (!isSame) return false;
  }
  return true;
}

const albumHrefOf = (item: ListItem | undefined, { linksOf }: KnownLinks): string | null =>
  item?.variant === 'Song' ? albumHref(item.fields, linksOf(item.fields.path)) : null;

const isSong = (item: ListItem | undefined, path: string | undefined): boolean =>
  item?.variant === 'Song' && item.fields.path === path;

interface ItemCellProps extends ItemLook {
  readonly kind: StretchKind;
  readonly index: number;
  readonly item: ListItem | undefined;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly isPlaying: boolean;
  /** Of a song that shows its album. */
  readonly albumHref: string | null;
}

/** An item: a link where it leads somewhere, a button where it plays. */
const ItemCell = memo(function ItemCell(props: ItemCellProps) {
  const { kind, index, item, isActive, isSelected, albumHref: album, ...look } = props;
  const href = item ? itemHref(item) : null;
  const press = { 'data-press': '', className: styles['press'] };
  const tabIndex = isActive ? 0 : -1;
  const face = item ? <ItemFace kind={kind} item={item} {...look} /> : <PlaceholderFace kind={kind} />;
  return (
    // biome-ignore lint/a11y/useSemanticElements: cells of a virtual list are no table cells
    <div
      role="gridcell"
      tabIndex={-1}
      aria-selected={isSelected}
      className={styles['cell']}
      data-item={index}
      data-swipes={kind === 'cards' ? undefined : ''}
      aria-busy={!item}
      draggable={item !== undefined}
    >
      {href === null ? (
        // biome-ignore lint/a11y/useSemanticElements: Firefox drags nothing that begins on a button element
        <div role="button" tabIndex={tabIndex} {...press}>
          {face}
        </div>
      ) : (
        <a href={href} tabIndex={tabIndex} {...press} draggable={false}>
          {face}
        </a>
      )}
      {item?.variant === 'Song' && album !== null && look.columns.includes('album') && (
        <AlbumLink song={item.fields} href={album} />
      )}
      {item?.variant === 'Song' && kind !== 'cards' && (
        <HeartButton
          liked={{ kind: 'song', name: item.fields.path }}
          of={itemTitle(item)}
          className={heartStyles['heart']}
          isBeside
        />
      )}
      {item?.variant === 'Song' && kind === 'rows' && look.columns.includes('rating') && (
        <Stars
          liked={{ kind: 'song', name: item.fields.path }}
          of={itemTitle(item)}
          className={ratingStyles['stars']}
          isBeside
        />
      )}
      {item && <PlayHereButton item={item} kind={kind} />}
      {item && <MoreButton item={item} />}
    </div>
  );
});

/** The album column. Beside the row's own button: a link has no place within one. */
function AlbumLink({ song, href }: { readonly song: Song; readonly href: string }) {
  return (
    <a href={href} tabIndex={-1} className={styles['album']} dir="auto" draggable={false} data-link="">
      {songAlbum(song)}
    </a>
  );
}

function ItemFace({
  kind,
  item,
  ...look
}: ItemLook & { readonly kind: StretchKind; readonly item: ListItem; readonly isPlaying: boolean }) {
  if (kind === 'cards') return <CardFace item={item} {...look} />;
  if (kind === 'tracks' && item.variant === 'Song') return <TrackFace song={item.fields} {...look} />;
  return <RowFace item={item} {...look} />;
}
