import { useQuery } from '@tanstack/react-query';
import type { Home } from '@tonearm/contract';
import { type ReactNode, useMemo } from 'react';
import { albumList, homeQuery, itemFromAlbum } from '../../api/music.ts';
import { usePagedItems } from '../../collection/item-list/use-paged-items.ts';
import { ListSkeleton, LoadFailure } from '../../collection/parts/list-states.tsx';
import { NoAlbums } from '../../collection/parts/no-albums.tsx';
import { PagedItemList } from '../../collection/parts/paged-item-list.tsx';
import { ScreenHeader } from '../../collection/parts/screen-header.tsx';
import { type Section, SectionList } from '../../collection/parts/section-list.tsx';
import { type PlayedShelf, paths } from '../../lib/paths.ts';
import { texts } from '../../texts/index.ts';
import { musicTexts } from '../../texts/music.ts';
import { Screen } from '../../ui/screen.tsx';
import { ContinueShelf } from './continue-shelf.tsx';
import { randomSeed } from './random-seed.ts';

const shelves = [
  'recently_added',
  'recently_played',
  'most_played',
  'forgotten_favourites',
  'random',
] as const;

/** Where a shelf is opened as a page. */
const pageOf = (shelf: keyof Home): string => {
  if (shelf === 'recently_added') return paths.albums('added');
  return shelf === 'random' ? paths.albums('random') : paths.home(shelf);
};

/** Shelves of albums that are true of this person, or one of them as a page. */
export function HomeScreen({ shelf }: { readonly shelf: PlayedShelf | null }): ReactNode {
  return shelf === null ? <Shelves /> : <ShelfPage key={shelf} shelf={shelf} />;
}

function Shelves(): ReactNode {
  const { data, error, refetch } = useQuery(homeQuery(randomSeed(Date.now())));
  const sections = useMemo(() => (data ? sectionsOf(data) : []), [data]);
  return (
    <Screen>
      <ScreenHeader title={texts.app.home} />
      <ContinueShelf />
      {!data && !error && <ListSkeleton kind="cards" />}
      {!data && error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {data && sections.every(({ items }) => items.length === 0) && <NoAlbums />}
      {sections.some(({ items }) => items.length > 0) && (
        <SectionList label={texts.app.home} sections={sections} />
      )}
    </Screen>
  );
}

/** Everything of a shelf, however much. */
function ShelfPage({ shelf }: { readonly shelf: PlayedShelf }): ReactNode {
  const name = musicTexts.shelves[shelf];
  const list = useMemo(() => albumList({ order: shelf }), [shelf]);
  const paged = usePagedItems(list);
  return (
    <Screen>
      <ScreenHeader title={name} detail={paged.total > 0 && texts.collection.albumCount(paged.total)} />
      <PagedItemList label={name} paged={paged} kind="cards" empty={<NoAlbums />} />
    </Screen>
  );
}

/** One row of each shelf, each heading leading to the page of its shelf. */
const sectionsOf = (home: Home): readonly Section[] =>
  shelves.map((shelf) => ({
    key: shelf,
    heading: { text: musicTexts.shelves[shelf], href: pageOf(shelf) },
    kind: 'cards',
    items: home[shelf].map(itemFromAlbum),
    rowLimit: 1,
  }));
