import {
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useSongLinks } from '../../menus/use-song-links.ts';
import { usePlayerState } from '../../player/index.ts';
import { useChoice } from '../../storage/choice-setting.ts';
import { type SongColumn, useColumns } from '../../storage/columns-setting.ts';
import { classNames } from '../../ui/class-names.ts';
import { overlay } from '../../ui/layers/overlay.tsx';
import ratingStyles from '../arrange/item-rating.module.css';
import columnStyles from '../arrange/list-columns.module.css';
import { useTypeAhead } from '../arrange/use-type-ahead.ts';
import type { ItemMenuRequest } from '../item-actions/item-menu.tsx';
import type { ListItem } from '../item-actions/play-target.ts';
import { usePlayVerbs } from '../item-actions/use-verbs.ts';
import type { PlayableList } from '../item-actions/verbs.ts';
import styles from './item-list.module.css';
import {
  type ItemSpan,
  isLongBelow,
  type Layout,
  layOut,
  type PlacedRow,
  rowAt,
  rowOfItem,
  rowRange,
  type Stretch,
  spansOf,
} from './layout.ts';
import type { ListEditing } from './list-editing.ts';
import type { TrackWords } from './row/item-look.ts';
import { ListRow } from './row/list-row.tsx';
import type { StretchHeading } from './stretch-heading.ts';
import { useListEditing } from './use-list-editing.ts';
import { useListInput } from './use-list-input.ts';
import { type ListSelection, useListSelection } from './use-list-selection.ts';
import { useListSubjects } from './use-list-subject.ts';
import { type RovingFocus, useRovingFocus } from './use-roving-focus.ts';
import { type ItemMeasures, useRowMeasures } from './use-row-measures.ts';
import { scrolledPast, scrollToRow, useViewMemory } from './use-view-memory.ts';
import { useWindow } from './use-window.ts';
import { readView } from './view-memory.ts';

const ItemMenu = overlay(
  async () => (await import('../item-actions/item-menu.tsx')).ItemMenu,
  ({ onClose }) => onClose(),
);

/** Without its bar a selection stays: keys and menus act on it all the same. */
const SelectionBar = overlay(
  async () => (await import('./selection-bar.tsx')).SelectionBar,
  () => {},
);

/** What others may ask of a list. */
export interface ItemListReach {
  /** Scrolls so that an item stands below the first `belowPx` of the pane; Tab comes to it next. */
  readonly bringToTop: (item: number, belowPx: number) => void;
  /** The item that stands below the first `belowPx` of the pane. */
  readonly topItem: (belowPx: number) => number;
}

/** Properties of a list. */
export interface ItemListProps {
  readonly reach?: Ref<ItemListReach>;
  /** Name of the list for who listens; under another name it is another list, from its top. */
  readonly label: string;
  readonly stretches: readonly Stretch[];
  /** Undefined while the item is on its way. */
  readonly itemAt: (index: number) => ListItem | undefined;
  /** Heading of each stretch of that kind, by its key. */
  readonly headings?: Readonly<Record<string, StretchHeading>>;
  /** Told which items are drawn. */
  readonly onShow?: (spans: readonly ItemSpan[]) => void;
  /** Loads items that are selected but not here yet. */
  readonly loadItems?: (indexes: readonly number[]) => Promise<readonly ListItem[]>;
  /** What plays when a song is played with all that follows it; the song alone unless told. */
  readonly plays?: PlayableList;
  /** Lets people change the list, which then consists of rows alone. */
  readonly editing?: ListEditing | undefined;
  /** Folders go by the name of their folder instead of their album. */
  readonly hasFolderNames?: boolean;
  /** Artist that need not be said again on every track. */
  readonly knownArtist?: string | null;
  /** Sources that cannot be reached now; their items are greyed. */
  readonly awaySources?: readonly string[];
  /** What tracks say besides; by path. */
  readonly trackWords?: ReadonlyMap<string, TrackWords>;
  /** Least width of a card in rem. */
  readonly cardWidthRem?: number;
}

/**
 * Folders, songs and playlists as rows, tracks or cards, however many: only what is seen is drawn.
 * One Tab stop besides the buttons of headings, arrows within; a click queues a song, a double click or Enter plays it; a tap
 * plays the list from there, or adds, as people chose; Ctrl and Shift choose several, or 'Select' after a long press; what is
 * chosen has a bar of its own. The menu opens by right click, long press and Shift+F10.
 */
export function ItemList(props: ItemListProps): ReactNode {
  const { label, stretches, itemAt, headings } = props;
  const list = useRef<HTMLDivElement>(null);
  const view = useWindow(list);
  const measures = useRowMeasures(view.width, props.cardWidthRem);
  const density = useChoice('density');
  const columns = useColumns();
  const layout = useMemo(() => layOut(stretches, measures), [stretches, measures]);
  const [initial] = useState(() => readView(label));
  const [menu, setMenu] = useState<ItemMenuRequest | null>(null);
  const verbs = usePlayVerbs();
  const selected = initial?.selectedItems ?? [];
  const selection = useListSelection({ label, count: layout.itemCount, itemAt, initial: selected });
  const focus = useRovingFocus({ label, list, layout, itemAt, initialItem: initial?.activeItem ?? -1 });
  useImperativeHandle(props.reach, () => reachOf(list.current, layout, focus.moveTo));
  const edits = useListEditing({ list, layout, selection, focus, editing: props.editing });
  const { remove } = edits;
  const { loadItems, plays } = props;
  const subjects = useListSubjects({ itemAt, loadItems, selection, headings, remove, openMenu: setMenu });
  const typeAhead = useTypeAhead({ itemCount: layout.itemCount, itemAt, goTo: focus.goTo });
  const handlers = useListInput({
    ...{ list, layout, selection, focus, subjects, verbs, itemAt, plays, edits },
    onType: typeAhead.onKey,
  });
  useViewMemory({
    label,
    list,
    isReady: view.isMeasured && layout.itemCount > 0,
    initial,
    current: () => ({ list: label, activeItem: focus.lastFocused, selectedItems: selection.indexes() }),
  });
  const rows = drawnRows(rowRange(layout, view.from, view.to), focus, layout);
  useShownItems(rows, props.onShow);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a virtual list of cards and rows is no table */}
      <div
        ref={list}
        role="grid"
        aria-label={label}
        aria-multiselectable
        aria-rowcount={layout.rowCount}
        className={classNames(styles['list'], columnsClass(columns))}
        data-density={density}
        style={{ height: layout.height }}
        {...handlers}
        {...edits.dropHandlers}
      >
        <TypedText typed={typeAhead.typed} />
        {edits.gapTop !== null && (
          <div className={styles['dropLine']} style={{ transform: `translateY(${edits.gapTop}px)` }} />
        )}
        <Rows {...{ props, rows, layout, measures, columns, focus, selection }} />
      </div>
      {selection.count > 0 && <SelectionBar {...{ selection, focus, verbs, subjects }} />}
      {menu && <ItemMenu request={menu} onVerb={verbs.perform} onClose={() => setMenu(null)} />}
    </>
  );
}

interface RowsParts {
  readonly props: ItemListProps;
  readonly rows: readonly PlacedRow[];
  readonly layout: Layout;
  readonly measures: ItemMeasures;
  readonly columns: readonly SongColumn[];
  readonly focus: RovingFocus;
  readonly selection: ListSelection;
}

/** What is drawn of the list. */
function Rows({ props, rows, layout, measures, columns, focus, selection }: RowsParts): ReactNode {
  const playingPath = usePlayerState((state) => state.current?.song.path);
  const links = useSongLinks(songPathsOf(rows, props.itemAt));
  return rows.map((row) => (
    <ListRow
      key={row.key}
      row={row}
      columnCount={measures.columnCount}
      gap={measures.gap}
      heading={props.headings?.[row.stretchKey]}
      isLongBelow={row.kind === 'heading' && isLongBelow(layout, row.stretchKey)}
      itemAt={props.itemAt}
      activeItem={focus.activeItem}
      isSelected={selection.isSelected}
      playingPath={playingPath}
      links={links}
      hasFolderNames={props.hasFolderNames ?? false}
      knownArtist={props.knownArtist ?? null}
      awaySources={props.awaySources ?? noSources}
      trackWords={props.trackWords}
      columns={columns}
    />
  ));
}

const reachOf = (
  list: HTMLElement | null,
  layout: ReturnType<typeof layOut>,
  moveTo: (item: number) => void,
): ItemListReach => ({
  bringToTop: (item, belowPx) => {
    const row = rowOfItem(layout, item);
    if (!row || !list) return;
    moveTo(item);
    scrollToRow(list, row, belowPx);
  },
  topItem: (belowPx) => {
    const top = list ? scrolledPast(list, belowPx) : 0;
    return rowAt(layout, rowRange(layout, top, top + 1)?.first ?? 0)?.firstItem ?? 0;
  },
});

/** The songs whose album is shown beside them. */
const songPathsOf = (rows: readonly PlacedRow[], itemAt: ItemListProps['itemAt']): readonly string[] =>
  rows
    .filter(({ kind }) => kind === 'rows')
    .flatMap(({ firstItem }) => {
      const item = itemAt(firstItem);
      return item?.variant === 'Song' ? [item.fields.path] : [];
    });

const noSources: readonly string[] = [];

/** What was typed to jump, over the middle of the list; what it leads to is read out by itself. */
const TypedText = ({ typed }: { readonly typed: string | null }) =>
  typed !== null && (
    <div className={columnStyles['typedPlace']} aria-hidden="true">
      <span className={columnStyles['typed']}>{typed || '…'}</span>
    </div>
  );

/** More columns leave less room for the album. */
function columnsClass(columns: readonly SongColumn[]): string {
  const hasAlbum = columns.includes('album');
  return classNames(
    !hasAlbum && columnStyles['noAlbum'],
    hasAlbum && columns.length > 2 && columnStyles['manyColumns'],
    columns.includes('rating') && ratingStyles['withStars'],
  );
}

/** The rows in view, and those that have the keyboard or would get it, so that scrolling never loses the focus. */
function drawnRows(
  range: { first: number; last: number } | null,
  { activeItem, activeHeading }: Pick<RovingFocus, 'activeItem' | 'activeHeading'>,
  layout: ReturnType<typeof layOut>,
): readonly PlacedRow[] {
  const indexes = new Set<number>();
  for (let index = range?.first ?? 0; index <= (range?.last ?? -1); index += 1) indexes.add(index);
  const heading = layout.stretches.find(({ key, kind }) => kind === 'heading' && key === activeHeading);
  if (heading) indexes.add(heading.firstRow);
  const active = rowOfItem(layout, activeItem);
  if (active) indexes.add(active.rowIndex);
  // In their order: an element that changes its place among the others loses the focus.
  return [...indexes].sort((a, b) => a - b).flatMap((index) => rowAt(layout, index) ?? []);
}

/** Tells whoever loads the items which of them are drawn. */
function useShownItems(rows: readonly PlacedRow[], onShow: ItemListProps['onShow']): void {
  const spans = spansOf(rows);
  const latest = useRef(spans);
  latest.current = spans;
  const name = spans.map(({ first, last }) => `${first}-${last}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name stands for the spans
  useLayoutEffect(() => onShow?.(latest.current), [name, onShow]);
}
