// biome-ignore-all lint/a11y/useSemanticElements: rows placed by hand, of which a few are in the page, are no table
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus and names the active row
import type { Song } from '@tonearm/contract';
import { memo } from 'react';
import { formatLength } from '../../../lib/format-duration.ts';
import { songArtist, songTitle } from '../../../lib/format-song.ts';
import { RatingSign } from '../../../menus/rating-sign.tsx';
import { texts } from '../../../texts/index.ts';
import { playingTexts } from '../../../texts/playing.ts';
import { classNames } from '../../../ui/class-names.ts';
import { TriangleAlert } from '../../../ui/icons.ts';
import { PlayingMark } from '../../../ui/playing-mark.tsx';
import type { FaultReason } from '../../core/player-state.ts';
import type { QueueEntry } from '../../core/queue.ts';
import styles from './queue-list.module.css';
import { rowHeightPx } from './row-height.ts';

/** Id of the element of an entry, for `aria-activedescendant`. */
export const rowIdOf = (entryKey: number): string => `queue-entry-${entryKey}`;

interface QueueRowProps {
  readonly entry: QueueEntry;
  readonly index: number;
  readonly isDraggable: boolean;
  readonly isSelected: boolean;
  readonly isFocused: boolean;
  /** Null for every other entry than the current one. */
  readonly currentIs: 'playing' | 'paused' | null;
  /** Why it was skipped; undefined for all others. */
  readonly fault: FaultReason | undefined;
}

/** An entry of the queue. The list handles what is done with it, by its `data-index`. */
export const QueueRow = memo(function QueueRow(props: QueueRowProps) {
  const { entry, index, isDraggable, isSelected, isFocused, currentIs, fault } = props;
  const { song } = entry;
  const title = songTitle(song);
  return (
    <div
      role="row"
      id={rowIdOf(entry.key)}
      data-index={index}
      draggable={isDraggable}
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      aria-current={currentIs !== null || undefined}
      title={fault && playingTexts.faults[fault]}
      className={classNames(styles['row'], isFocused && styles['focused'], fault && styles['broken'])}
      style={{ transform: `translateY(${index * rowHeightPx}px)` }}
    >
      <div role="gridcell" className={styles['song']}>
        {/* For fingers; the menu and Alt with the arrows do the same. */}
        {!isDraggable && <span className={styles['grip']} data-grip="" aria-hidden="true" />}
        {currentIs !== null && (
          <PlayingMark
            className={styles['playing']}
            label={texts.player.nowPlaying}
            isMoving={currentIs === 'playing'}
          />
        )}
        {fault !== undefined && (
          <span className={styles['fault']}>
            <TriangleAlert />
            <span className="visually-hidden">{playingTexts.faults[fault]} </span>
          </span>
        )}
        <span dir="auto" className={styles['title']}>
          {title}
        </span>
        {/* A space of the row's own: a margin would be on the other side where the artist is written from the right. */}
        {'\u2002'}
        <span dir="auto" className={styles['artist']}>
          {songArtist(song)}
        </span>
      </div>
      <Figures song={song} />
      <div role="gridcell" className={styles['removeCell']}>
        <button
          type="button"
          tabIndex={-1}
          data-remove=""
          className={styles['remove']}
          aria-label={texts.player.remove(title)}
          title={texts.player.remove(title)}
        >
          {texts.player.removeMark}
        </button>
      </div>
    </div>
  );
});

/** How the song was rated, and how long it is. */
const Figures = ({ song }: { readonly song: Song }) => (
  <div role="gridcell" className={styles['duration']}>
    <RatingSign liked={{ kind: 'song', name: song.path }} />
    {song.duration === null ? '' : formatLength(song.duration)}
  </div>
);
