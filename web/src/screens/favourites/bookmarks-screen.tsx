import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { bookmarksQuery, forgetPlace, keepPlace } from '../../api/made/bookmarks.ts';
import { LoadFailure } from '../../collection/parts/list-states.tsx';
import { ScreenHeader } from '../../collection/parts/screen-header.tsx';
import { bookmarkTexts } from '../../texts/bookmarks.ts';
import { texts } from '../../texts/index.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Bookmark } from '../../ui/later-icons.ts';
import { showToast } from '../../ui/layers/toast-store.ts';
import { Screen } from '../../ui/screen.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BookmarkRow, type KeptPlace } from './bookmark-row.tsx';
import styles from './bookmarks-screen.module.css';
import { FavouriteKinds } from './favourite-kinds.tsx';
import { NoteDialog } from './note-dialog.tsx';

const sayFailed = (): number => showToast({ message: bookmarkTexts.failed, topic: 'bookmark' });

/** Places in songs that somebody kept, here or in an app. */
export function BookmarksScreen(): ReactNode {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(bookmarksQuery());
  const [noted, setNoted] = useState<KeptPlace | null>(null);
  const remove = (place: KeptPlace) => void forgetPlace(queries, place.song.path).catch(sayFailed);
  const note = (place: KeptPlace, comment: string) => {
    const { song, position_ms: ms } = place;
    const wanted = { path: song.path, seconds: ms / 1000, comment: comment === '' ? null : comment };
    void keepPlace(queries, wanted).catch(sayFailed);
  };
  return (
    <Screen>
      <ScreenHeader title={bookmarkTexts.title} />
      <FavouriteKinds current="bookmarks" />
      {data === undefined && error !== null && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton label={texts.app.loading} />}
      {data?.length === 0 && <EmptyState icon={<Bookmark />}>{bookmarkTexts.empty}</EmptyState>}
      {data !== undefined && data.length > 0 && (
        <ul className={styles['list']} aria-label={bookmarkTexts.title}>
          {data.map((place) => (
            <BookmarkRow
              key={place.song.path}
              place={place}
              onNote={() => setNoted(place)}
              onRemove={() => remove(place)}
            />
          ))}
        </ul>
      )}
      {noted !== null && (
        <NoteDialog place={noted} onSave={(comment) => note(noted, comment)} onClose={() => setNoted(null)} />
      )}
    </Screen>
  );
}
