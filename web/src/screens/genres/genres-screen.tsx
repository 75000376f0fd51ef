import { type ReactNode, useMemo } from 'react';
import { genreList } from '../../api/music.ts';
import { FilterBox } from '../../collection/filter/filter-box.tsx';
import { NothingLeft } from '../../collection/filter/nothing-left.tsx';
import { useListFilter } from '../../collection/filter/use-list-filter.ts';
import { usePagedItems } from '../../collection/item-list/use-paged-items.ts';
import { PagedItemList } from '../../collection/parts/paged-item-list.tsx';
import { ScreenHeader } from '../../collection/parts/screen-header.tsx';
import { navigate } from '../../lib/location.ts';
import { type GenreOrder, genreOrders } from '../../lib/music-choices.ts';
import { paths } from '../../lib/paths.ts';
import { artistTexts } from '../../texts/artists.ts';
import { texts } from '../../texts/index.ts';
import { musicTexts } from '../../texts/music.ts';
import { Select } from '../../ui/controls/select.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Tag } from '../../ui/icons.ts';
import { Screen } from '../../ui/screen.tsx';

/** Every genre, by name or by how many songs it has. */
export function GenresScreen({ order }: { readonly order: GenreOrder }): ReactNode {
  const filter = useListFilter('genres');
  const list = useMemo(() => genreList(order, filter.asked), [order, filter.asked]);
  const paged = usePagedItems(list);
  const hasSome = paged.status === 'ready' && paged.total > 0;
  return (
    <Screen>
      <ScreenHeader
        title={texts.app.genres}
        detail={hasSome && artistTexts.genreCount(paged.total)}
        actions={
          <>
            <FilterBox {...filter} />
            <Select
              label={artistTexts.genreOrder}
              value={order}
              options={genreOrders.map((value) => ({ value, label: artistTexts.genreOrders[value] }))}
              isLabelHidden
              onValueChange={(value) => navigate(paths.genres(value), { replace: true })}
            />
          </>
        }
      />
      <PagedItemList
        key={filter.asked}
        label={`${texts.app.genres}: ${artistTexts.genreOrders[order]}`}
        paged={paged}
        kind="rows"
        empty={
          filter.asked === '' ? (
            <EmptyState icon={<Tag />}>{musicTexts.noGenres}</EmptyState>
          ) : (
            <NothingLeft />
          )
        }
      />
    </Screen>
  );
}
