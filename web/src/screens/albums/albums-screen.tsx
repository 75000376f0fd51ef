import { useQuery } from '@tanstack/react-query';
import type { LetterPlaces } from '@tonearm/contract';
import { type ReactNode, useMemo } from 'react';
import { albumLettersQuery, albumList } from '../../api/music.ts';
import { NothingLeft } from '../../collection/filter/nothing-left.tsx';
import { useListFilter } from '../../collection/filter/use-list-filter.ts';
import { usePagedItems } from '../../collection/item-list/use-paged-items.ts';
import { NoAlbums } from '../../collection/parts/no-albums.tsx';
import { PagedItemList } from '../../collection/parts/paged-item-list.tsx';
import { ScreenHeader } from '../../collection/parts/screen-header.tsx';
import type { AlbumOrder } from '../../lib/music-choices.ts';
import { useAlbumsSetting } from '../../storage/albums-setting.ts';
import { texts } from '../../texts/index.ts';
import { musicTexts } from '../../texts/music.ts';
import { Screen } from '../../ui/screen.tsx';
import { AlbumsControls } from './albums-controls.tsx';

/** Least width of a card for each size, in rem. */
const cardWidthsRem = [6.5, 8.5, 10.75, 14, 19] as const;
const usualWidthRem = 10.75;

/** Every album that tags tell of, in an order, as covers or rows; letters lead through orders by name. */
export function AlbumsScreen(props: {
  readonly order: AlbumOrder;
  /** What is typed in the box to begin with. */
  readonly filter?: string;
}): ReactNode {
  const { order } = props;
  const { view, coverSize, seed } = useAlbumsSetting();
  const filter = useListFilter('albums', props.filter);
  const list = useMemo(
    () => albumList({ order, filter: filter.asked, ...(order === 'random' && { seed }) }),
    [order, seed, filter.asked],
  );
  const paged = usePagedItems(list);
  const places = useLetters(order);
  const { total } = paged;
  const name =
    order === 'random' ? `${musicTexts.albumOrders.random} ${seed}` : musicTexts.albumOrders[order];
  return (
    <Screen>
      <ScreenHeader
        title={texts.app.albums}
        detail={total > 0 && texts.collection.albumCount(total)}
        actions={<AlbumsControls order={order} filter={filter} />}
      />
      <PagedItemList
        // Another order is another list, from its top.
        key={`${name} ${view} ${filter.asked}`}
        label={musicTexts.albumsBy(name)}
        paged={paged}
        kind={view === 'grid' ? 'cards' : 'rows'}
        empty={filter.asked === '' ? <NoAlbums /> : <NothingLeft />}
        cardWidthRem={cardWidthsRem[coverSize - 1] ?? usualWidthRem}
        letters={filter.asked === '' ? places : noPlaces}
      />
    </Screen>
  );
}

const noPlaces: LetterPlaces = [];

/** Where letters begin, in orders by name. */
function useLetters(order: AlbumOrder): LetterPlaces {
  const isByName = order === 'title' || order === 'artist';
  const { data } = useQuery({ ...albumLettersQuery(isByName ? order : 'title'), enabled: isByName });
  return (isByName && data) || noPlaces;
}
