import { type CSSProperties, useEffect } from 'react';
import { thumbnailUrl } from '../../api/media.ts';
import { songArtist, songTitle } from '../../lib/format-song.ts';
import { texts } from '../../texts/index.ts';
import { Cover } from '../../ui/cover/cover.tsx';
import styles from './player-bar.module.css';
import { usePlayer, usePlayerState } from './player-context.tsx';
import { NextButton, PlayButton } from './transport-buttons.tsx';

/** What plays in one line, for narrow windows. Pressing it asks for the whole queue. */
export function NowPlayingMini({ onOpenQueue }: { readonly onOpenQueue?: (() => void) | undefined }) {
  const { queueCalls } = usePlayer();
  const song = usePlayerState((state) => state.current?.song ?? null);
  useEffect(() => queueCalls.subscribe(() => onOpenQueue?.()), [queueCalls, onOpenQueue]);
  return (
    <section className={styles['mini']} aria-label={texts.player.playerRegion}>
      <ProgressLine />
      <button type="button" className={styles['miniSong']} onClick={onOpenQueue}>
        <Cover
          className={styles['miniCover']}
          src={song?.artwork ? thumbnailUrl(song.artwork) : null}
          loading="eager"
        />
        <span className="visually-hidden">{texts.player.openQueue}</span>{' '}
        <span className={styles['lines']}>
          <span className={styles['primary']} dir="auto">
            {song ? songTitle(song) : texts.player.nothingPlays}
          </span>{' '}
          <span className={styles['secondary']} dir="auto">
            {song ? songArtist(song) : ''}
          </span>
        </span>
      </button>
      <PlayButton />
      <NextButton />
    </section>
  );
}

/** How far the track is, for the eye only; the seek bar in the sheet is the control. */
function ProgressLine() {
  const share = usePlayerState(({ elapsedSeconds, durationSeconds }) =>
    // Whole pixels of a phone are enough, and spare most renderings.
    durationSeconds > 0 ? Math.round((elapsedSeconds / durationSeconds) * 500) / 500 : 0,
  );
  return <div className={styles['progress']} style={{ '--share': share } as CSSProperties} />;
}
