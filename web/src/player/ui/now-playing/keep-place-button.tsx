import { useQueryClient } from '@tanstack/react-query';
import type { Song } from '@tonearm/contract';
import type { ReactNode } from 'react';
import { forgetPlace, keepPlace } from '../../../api/made/bookmarks.ts';
import { formatDuration } from '../../../lib/format-duration.ts';
import { songTitle } from '../../../lib/format-song.ts';
import { bookmarkTexts } from '../../../texts/bookmarks.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Bookmark } from '../../../ui/later-icons.ts';
import { showToast } from '../../../ui/layers/toast-store.ts';
import { usePlayer } from '../player-context.tsx';

const topic = 'bookmark';

/** Makes a bookmark of where the song is now. */
export function KeepPlaceButton({ song }: { readonly song: Song | null }): ReactNode {
  const queries = useQueryClient();
  const { shown } = usePlayer();
  const fail = () => showToast({ message: bookmarkTexts.failed, topic });
  const keep = async ({ path, ...rest }: Song): Promise<void> => {
    const seconds = shown.getState().elapsedSeconds;
    await keepPlace(queries, { path, seconds, comment: null });
    const undo = () => void forgetPlace(queries, path).catch(fail);
    showToast({
      message: bookmarkTexts.kept(formatDuration(seconds), songTitle({ path, ...rest })),
      action: { label: bookmarkTexts.undo, onSelect: undo },
      topic,
    });
  };
  return (
    <IconButton
      size="l"
      needsServer
      label={bookmarkTexts.keep}
      icon={<Bookmark />}
      disabled={song === null}
      onClick={() => void (song && keep(song).catch(fail))}
    />
  );
}
