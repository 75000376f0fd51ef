import { useQuery } from '@tanstack/react-query';
import type { SongRole } from '@tonearm/contract';
import { type ReactNode, useMemo } from 'react';
import { artistList, artistRolesQuery } from '../../api/music.ts';
import { FilterBox } from '../../collection/filter/filter-box.tsx';
import { NothingLeft } from '../../collection/filter/nothing-left.tsx';
import { useListFilter } from '../../collection/filter/use-list-filter.ts';
import { usePagedItems } from '../../collection/item-list/use-paged-items.ts';
import { PagedItemList } from '../../collection/parts/paged-item-list.tsx';
import { ScreenHeader } from '../../collection/parts/screen-header.tsx';
import { songRoles } from '../../lib/music-choices.ts';
import { paths } from '../../lib/paths.ts';
import { artistTexts } from '../../texts/artists.ts';
import { texts } from '../../texts/index.ts';
import { musicTexts } from '../../texts/music.ts';
import { type Tab, Tabs } from '../../ui/controls/tabs.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { CircleUser } from '../../ui/icons.ts';
import { Screen } from '../../ui/screen.tsx';

/** Everybody whom songs name, or those of a role, by name. */
export function ArtistsScreen({ songRole: role }: { readonly songRole: SongRole | null }): ReactNode {
  const filter = useListFilter('artists');
  const list = useMemo(() => artistList(role, filter.asked), [role, filter.asked]);
  const paged = usePagedItems(list);
  const { letters, tabs } = useRoles(role);
  const { artists } = texts.app;
  return (
    <Screen>
      <ScreenHeader
        title={artists}
        detail={paged.status === 'ready' && paged.total > 0 && artistTexts.artistCount(paged.total)}
        actions={<FilterBox {...filter} />}
      />
      {tabs.length > 1 && <Tabs label={artistTexts.roleTabs} tabs={tabs} />}
      <PagedItemList
        // Another role is another list, and its letters begin elsewhere.
        key={`${role} ${filter.asked}`}
        label={role === null ? artists : artistTexts.rolePlurals[role]}
        paged={paged}
        kind="rows"
        letters={filter.asked === '' ? letters : undefined}
        empty={
          filter.asked === '' ? (
            <EmptyState icon={<CircleUser />}>
              {role === null ? musicTexts.noArtists : artistTexts.noneOfRole}
            </EmptyState>
          ) : (
            <NothingLeft />
          )
        }
      />
    </Screen>
  );
}

/** The letters of the chosen role, and a tab for every role that somebody has. */
function useRoles(chosen: SongRole | null) {
  const { data = [] } = useQuery(artistRolesQuery());
  const tabs = everyRole.flatMap((role): Tab[] => {
    const hasSomebody = data.some((one) => one.role === role);
    if (!hasSomebody && role !== chosen && role !== null) return [];
    const label = role === null ? artistTexts.everybody : artistTexts.rolePlurals[role];
    return [{ label, href: paths.artists(role), isSelected: role === chosen }];
  });
  return { letters: data.find(({ role }) => role === chosen)?.letters, tabs };
}

const everyRole: readonly (SongRole | null)[] = [null, ...songRoles];
