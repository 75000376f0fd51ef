import { useQueries } from '@tanstack/react-query';
import type { SongRole } from '@tonearm/contract';
import { type ReactNode, useMemo } from 'react';
import { artistLettersQuery, artistList } from '../../api/music.ts';
import { ListToolsButton } from '../../collection/arrange/arrangeable-list.tsx';
import { useListTools } from '../../collection/arrange/use-list-tools.ts';
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
  const list = useMemo(() => artistList(role), [role]);
  const tools = useListTools(`artists ${role}`);
  const paged = usePagedItems(list, (first) => tools.wantsAll(first.total));
  const { letters, tabs } = useRoles(role);
  const { artists } = texts.app;
  return (
    <Screen>
      <ScreenHeader
        title={artists}
        detail={paged.status === 'ready' && paged.total > 0 && artistTexts.artistCount(paged.total)}
        actions={paged.total > 1 && <ListToolsButton tools={tools} />}
      />
      {tabs.length > 1 && <Tabs label={artistTexts.roleTabs} tabs={tabs} />}
      <PagedItemList
        // Another role is another list, and its letters begin elsewhere.
        key={role}
        label={role === null ? artists : artistTexts.rolePlurals[role]}
        paged={paged}
        kind="rows"
        letters={letters}
        tools={tools}
        isSortable={false}
        empty={
          <EmptyState icon={<CircleUser />}>
            {role === null ? musicTexts.noArtists : artistTexts.noneOfRole}
          </EmptyState>
        }
      />
    </Screen>
  );
}

const everyRole: readonly (SongRole | null)[] = [null, ...songRoles];

/** The letters of the chosen role, and a tab for every role that somebody has. */
function useRoles(chosen: SongRole | null) {
  const results = useQueries({ queries: everyRole.map((role) => artistLettersQuery(role)) });
  const tabs = everyRole.flatMap((role, index): Tab[] => {
    const hasSomebody = (results[index]?.data?.length ?? 0) > 0;
    if (!hasSomebody && role !== chosen && role !== null) return [];
    const label = role === null ? artistTexts.everybody : artistTexts.rolePlurals[role];
    return [{ label, href: paths.artists(role), isSelected: role === chosen }];
  });
  return { letters: results[everyRole.indexOf(chosen)]?.data, tabs };
}
