import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { smartListsQuery } from '../../api/made/smart-lists.ts';
import { playlistSummariesQuery } from '../../api/playlist-edits.ts';
import { playlistsQuery } from '../../api/playlists.ts';
import type { ListItem } from '../../collection/item-actions/play-target.ts';
import { ItemList } from '../../collection/item-list/item-list.tsx';
import type { Stretch } from '../../collection/item-list/layout.ts';
import { ListSkeleton, LoadFailure } from '../../collection/parts/list-states.tsx';
import { ScreenHeader } from '../../collection/parts/screen-header.tsx';
import { listTexts } from '../../texts/lists.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListMusic } from '../../ui/icons.ts';
import { Screen } from '../../ui/screen.tsx';

/** The playlists a user has saved, then the smart lists. */
export function PlaylistsScreen(): ReactNode {
  const saved = useQuery(playlistsQuery());
  const smart = useQuery(smartListsQuery());
  const { data } = saved;
  const summaries = useQuery({ ...playlistSummariesQuery(), enabled: (data?.length ?? 0) > 0 });
  const items = useMemo(() => {
    const known = new Map(summaries.data?.map((summary) => [summary.name, summary]));
    return [
      ...(data ?? []).map(
        ({ name }): ListItem => ({ variant: 'Playlist', fields: known.get(name) ?? { name } }),
      ),
      ...(smart.data ?? []).map((fields): ListItem => ({ variant: 'SmartList', fields })),
    ];
  }, [data, summaries.data, smart.data]);
  const stretches = useMemo(
    (): readonly Stretch[] => [{ key: 'playlists', kind: 'rows', itemCount: items.length }],
    [items.length],
  );
  const both = [saved, smart];
  const failed = both.find(({ status }) => status === 'error');
  const isWaiting = !failed && both.some(({ status }) => status === 'pending');
  return (
    <Screen>
      <ScreenHeader title={listTexts.playlists} />
      {isWaiting && <ListSkeleton kind="rows" />}
      {failed && <LoadFailure error={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && !isWaiting && items.length === 0 && (
        <EmptyState icon={<ListMusic />}>{listTexts.noPlaylists}</EmptyState>
      )}
      {!isWaiting && items.length > 0 && (
        <ItemList label={listTexts.savedPlaylists} stretches={stretches} itemAt={(index) => items[index]} />
      )}
    </Screen>
  );
}
