import { useQuery } from '@tanstack/react-query';
import type { Home } from '@tonearm/contract';
import { type ReactNode, useMemo } from 'react';
import { homeQuery, itemFromAlbum } from '../../api/music.ts';
import { ListSkeleton, LoadFailure } from '../../collection/parts/list-states.tsx';
import { NoAlbums } from '../../collection/parts/no-albums.tsx';
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
  const { data, error, refetch } = useQuery(homeQuery(randomSeed(Date.now())));
  const sections = useMemo(() => (data ? sectionsOf(data, shelf) : []), [data, shelf]);
  const name = shelf === null ? texts.app.home : musicTexts.shelves[shelf];
  return (
    <Screen>
      <ScreenHeader title={name} />
      {shelf === null && <ContinueShelf />}
      {!data && !error && <ListSkeleton kind="cards" />}
      {!data && error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {data && sections.every(({ items }) => items.length === 0) && <NoAlbums />}
      {sections.some(({ items }) => items.length > 0) && (
        <SectionList key={shelf} label={name} sections={sections} />
      )}
    </Screen>
  );
}

/** One row of each shelf, each heading leading to the page of its shelf; of the page, everything. */
const sectionsOf = (home: Home, page: PlayedShelf | null): readonly Section[] =>
  page !== null
    ? [{ key: page, kind: 'cards', items: home[page].map(itemFromAlbum) }]
    : shelves.map((shelf) => ({
        key: shelf,
        heading: { text: musicTexts.shelves[shelf], href: pageOf(shelf) },
        kind: 'cards',
        items: home[shelf].map(itemFromAlbum),
        rowLimit: 1,
      }));
