import { type ReactNode, useState } from 'react';
import { type SongColumn, songColumns, toggleColumn, useColumns } from '../../storage/columns-setting.ts';
import { toolTexts } from '../../texts/list-tools.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { ArrowDown, ArrowUp, Columns3 } from '../../ui/later-icons.ts';
import { Menu } from '../../ui/layers/menu.tsx';
import { FilterBox } from '../filter/filter-box.tsx';
import { type Arrangement, type Sort, type SortColumn, sortColumns } from './arrange.ts';
import styles from './list-tools-bar.module.css';
import type { ListTools } from './use-list-tools.ts';

/** The filter, the order and the columns of a list, above it. */
export function ListToolsBar(props: {
  readonly tools: ListTools;
  readonly isSortable: boolean;
  /** How many entries are left; null while all are shown. */
  readonly shownCount: number | null;
  readonly total: number;
}): ReactNode {
  const { tools, isSortable, shownCount, total } = props;
  const { arrangement, change } = tools;
  const setSort = (sort: Sort | null) => change({ ...arrangement, sort });
  return (
    <div className={styles['bar']}>
      <div className={styles['line']}>
        <FilterBox
          text={arrangement.filter}
          onText={(filter) => change({ ...arrangement, filter })}
          calls={tools.filterCalls}
        />
        <p className={styles['count']} role="status">
          {shownCount !== null && toolTexts.shown(shownCount, total)}
        </p>
        {isSortable && (
          <>
            <SortSelect sort={arrangement.sort} onSort={setSort} />
            <ColumnsButton />
          </>
        )}
      </div>
      {isSortable && <SortHeads sort={arrangement.sort} onSort={setSort} />}
    </div>
  );
}

interface SortProps {
  readonly sort: Arrangement['sort'];
  readonly onSort: (sort: Sort | null) => void;
}

/** The order as a choice, where there is no room for heads of columns. */
function SortSelect({ sort, onSort }: SortProps) {
  return (
    <div className={styles['sort']}>
      <Select
        label={toolTexts.sortBy}
        isLabelHidden
        value={sort?.column ?? 'none'}
        options={[
          { value: 'none', label: toolTexts.ownOrder },
          ...sortColumns.map((value) => ({ value, label: toolTexts.columns[value] })),
        ]}
        onValueChange={(value: SortColumn | 'none') =>
          onSort(value === 'none' ? null : { column: value, isDescending: false })
        }
      />
      {sort && (
        <IconButton
          label={toolTexts.turnAround}
          icon={sort.isDescending ? <ArrowDown /> : <ArrowUp />}
          onClick={() => onSort({ ...sort, isDescending: !sort.isDescending })}
        />
      )}
    </div>
  );
}

function ColumnsButton() {
  const [at, setAt] = useState<{ x: number; y: number } | null>(null);
  const columns = useColumns();
  return (
    <div className={styles['columns']}>
      <IconButton
        label={toolTexts.chooseColumns}
        icon={<Columns3 />}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => {
          const { left, bottom } = currentTarget.getBoundingClientRect();
          setAt({ x: left, y: bottom + 4 });
        }}
      />
      {at && (
        <Menu
          label={toolTexts.chooseColumns}
          at={at}
          onClose={() => setAt(null)}
          items={songColumns.map((column) => ({
            label: toolTexts.columns[column],
            isChecked: columns.includes(column),
            staysOpen: true,
            onSelect: () => toggleColumn(column),
          }))}
        />
      )}
    </div>
  );
}

/** Heads over the columns of the rows; a press sorts, another turns around, a third leaves the list as it is. */
function SortHeads({ sort, onSort }: SortProps) {
  const columns = useColumns();
  const head = (column: SortColumn) => (
    <SortHead key={column} column={column} sort={sort?.column === column ? sort : null} onSort={onSort} />
  );
  const isRated = columns.includes('rating');
  const between = columns.filter(
    (column): column is Exclude<SongColumn, 'album' | 'rating'> => column !== 'album' && column !== 'rating',
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons that belong together, not fields of a form
    <div
      role="group"
      aria-label={toolTexts.sortBy}
      className={styles['heads']}
      data-is-rated={isRated || undefined}
    >
      <div className={styles['first']}>
        {head('title')}
        {head('artist')}
      </div>
      {between.map((column) => (
        <div key={column} className={styles['between']} data-column={column}>
          {head(column)}
        </div>
      ))}
      {columns.includes('album') && (
        <div className={styles['album']} data-many={columns.length > 2 || undefined}>
          {head('album')}
        </div>
      )}
      {/* Ratings are asked for as songs are shown: nobody knows those of the whole list. */}
      {isRated && <span className={styles['rating']}>{toolTexts.columns.rating}</span>}
      <div className={styles['end']}>{head('duration')}</div>
    </div>
  );
}

function SortHead(props: SortProps & { readonly column: SortColumn }) {
  const { column, sort, onSort } = props;
  return (
    <button type="button" className={styles['head']} onClick={() => onSort(nextSort(column, sort))}>
      {toolTexts.columns[column]}
      {sort && (
        <>
          {sort.isDescending ? <ArrowDown aria-hidden="true" /> : <ArrowUp aria-hidden="true" />}
          <span className="visually-hidden">
            {sort.isDescending ? toolTexts.descending : toolTexts.ascending}
          </span>
        </>
      )}
    </button>
  );
}

const nextSort = (column: SortColumn, sort: Sort | null): Sort | null => {
  if (sort === null) return { column, isDescending: false };
  return sort.isDescending ? null : { column, isDescending: true };
};
