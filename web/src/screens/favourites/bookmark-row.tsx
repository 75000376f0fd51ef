import type { Song } from '@tonearm/contract';
import { type ReactNode, useId } from 'react';
import { thumbnailUrl } from '../../api/media.ts';
import { formatDuration } from '../../lib/format-duration.ts';
import { songArtist, songTitle } from '../../lib/format-song.ts';
import { formatWhen } from '../../lib/format-when.ts';
import { paths } from '../../lib/paths.ts';
import { usePlayer } from '../../player/index.ts';
import { bookmarkTexts } from '../../texts/bookmarks.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Cover } from '../../ui/cover/cover.tsx';
import { Play, Trash } from '../../ui/icons.ts';
import { Pencil } from '../../ui/later-icons.ts';
import styles from './bookmarks-screen.module.css';

/** A place in a song. */
export interface KeptPlace {
  readonly song: Song;
  readonly position_ms: number;
  readonly comment: string | null;
  readonly changed_at_ms: number;
}

/** One place: where it is, what was noted, and what to do with it. */
export function BookmarkRow(props: {
  readonly place: KeptPlace;
  readonly onNote: () => void;
  readonly onRemove: () => void;
}): ReactNode {
  const { place, onNote, onRemove } = props;
  const { song, position_ms: ms, comment } = place;
  const id = useId();
  const { actions } = usePlayer();
  const title = songTitle(song);
  const time = formatDuration(ms / 1000);
  const facts = [
    songArtist(song),
    bookmarkTexts.at(time),
    formatWhen(place.changed_at_ms / 1000, Date.now()),
  ];
  return (
    <li className={styles['row']}>
      <Cover className={styles['cover']} src={song.artwork ? thumbnailUrl(song.artwork) : null} />
      <div className={styles['lines']}>
        <a className={styles['title']} href={paths.song(song.path)} dir="auto">
          {title}
        </a>
        <p id={id} className={styles['detail']}>
          {facts.join(' · ')}
        </p>
        {comment !== null && (
          <p className={styles['comment']} dir="auto">
            {comment}
          </p>
        )}
      </div>
      <IconButton
        size="l"
        needsServer
        label={bookmarkTexts.playFrom(title, time)}
        icon={<Play />}
        onClick={() => actions.replaceQueue({ name: '', songs: [song], startSeconds: ms / 1000 })}
      />
      <IconButton size="l" label={bookmarkTexts.noteOf(title)} icon={<Pencil />} onClick={onNote} />
      <IconButton size="l" label={bookmarkTexts.removeOf(title)} icon={<Trash />} onClick={onRemove} />
    </li>
  );
}
