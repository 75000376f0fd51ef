import { type ReactNode, useMemo } from 'react';
import { favouriteList, fetchFavouriteSongs } from '../../api/made/favourites.ts';
import { ListToolsButton } from '../../collection/arrange/arrangeable-list.tsx';
import { useListTools } from '../../collection/arrange/use-list-tools.ts';
import { usePagedItems } from '../../collection/item-list/use-paged-items.ts';
import { PagedItemList } from '../../collection/parts/paged-item-list.tsx';
import { PlayAll } from '../../collection/parts/play-all.tsx';
import { ScreenHeader } from '../../collection/parts/screen-header.tsx';
import { navigate } from '../../lib/location.ts';
import { type FavouriteKind, type FavouriteOrder, favouriteOrders } from '../../lib/music-choices.ts';
import { paths } from '../../lib/paths.ts';
import { texts } from '../../texts/index.ts';
import { likeTexts } from '../../texts/likes.ts';
import { Select } from '../../ui/controls/select.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Heart } from '../../ui/icons.ts';
import { Screen } from '../../ui/screen.tsx';
import { FavouriteKinds } from './favourite-kinds.tsx';

/** Starred songs, albums or artists, in an order. */
export function FavouritesScreen(props: {
  readonly kind: FavouriteKind;
  readonly order: FavouriteOrder;
}): ReactNode {
  const { kind, order } = props;
  const list = useMemo(() => favouriteList(kind, order), [kind, order]);
  const label = likeTexts.listOf(likeTexts.kinds[kind], likeTexts.orders[order]);
  const tools = useListTools(label);
  const paged = usePagedItems(list, (first) => tools.wantsAll(first.total));
  const isPlayable = kind === 'songs' && paged.status === 'ready' && paged.total > 0;
  const plays = useMemo(() => playsOf(order), [order]);
  return (
    <Screen>
      <ScreenHeader
        title={texts.app.favourites}
        actions={
          <>
            {isPlayable ? (
              <PlayAll
                label={texts.app.favourites}
                list={plays}
                tools={paged.total > 1 ? tools : undefined}
              />
            ) : (
              paged.total > 1 && <ListToolsButton tools={tools} />
            )}
            <Select
              label={likeTexts.order}
              isLabelHidden
              value={order}
              options={favouriteOrders.map((value) => ({ value, label: likeTexts.orders[value] }))}
              onValueChange={(value) => navigate(paths.favourites(kind, value), { replace: true })}
            />
          </>
        }
      />
      <FavouriteKinds current={kind} order={order} />
      <PagedItemList
        key={label}
        label={label}
        paged={paged}
        kind={kind === 'albums' ? 'cards' : 'rows'}
        tools={tools}
        isSortable={kind === 'songs'}
        {...(kind === 'songs' && { plays })}
        empty={<EmptyState icon={<Heart />}>{likeTexts.empty}</EmptyState>}
      />
    </Screen>
  );
}

const playsOf = (order: FavouriteOrder) => ({
  name: '',
  targets: [
    {
      kind: 'later' as const,
      load: async () => [{ kind: 'songs' as const, songs: await fetchFavouriteSongs(order) }],
    },
  ],
});
