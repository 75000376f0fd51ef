import { type CSSProperties, useEffect } from 'react';
import { thumbnailUrl } from '../../api/media.ts';
import { songArtist, songTitle } from '../../lib/format-song.ts';
import { texts } from '../../texts/index.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Cover } from '../../ui/cover/cover.tsx';
import { ListPlay } from '../../ui/icons.ts';
import { ModeMarks, RepeatButton, ShuffleButton } from './mode-buttons.tsx';
import styles from './now-playing-mini.module.css';
import { usePlayer, usePlayerState } from './player-context.tsx';
import lineStyles from './song-lines.module.css';
import { NextButton, PlayButton } from './transport-buttons.tsx';

/** What plays in one line, for narrow windows. Pressed, it fills the window; the queue has a button of its own. */
export function NowPlayingMini({ onOpenQueue }: { readonly onOpenQueue?: (() => void) | undefined }) {
  const { queueCalls, nowPlaying } = usePlayer();
  const song = usePlayerState((state) => state.current?.song ?? null);
  const waitsForServer = usePlayerState((state) => state.waitsForServer);
  useEffect(() => queueCalls.subscribe(() => onOpenQueue?.()), [queueCalls, onOpenQueue]);
  return (
    <section className={styles['mini']} aria-label={texts.player.playerRegion}>
      <ProgressLine />
      <button
        type="button"
        className={styles['miniSong']}
        disabled={song === null}
        onClick={() => nowPlaying.setState(true, true)}
      >
        <Cover
          className={styles['miniCover']}
          src={song?.artwork ? thumbnailUrl(song.artwork) : null}
          loading="eager"
        />
        <span className="visually-hidden">{texts.player.openNowPlaying}</span>{' '}
        <span className={lineStyles['lines']}>
          <span className={styles['primary']} dir="auto">
            {song ? songTitle(song) : texts.player.nothingPlays}
          </span>{' '}
          <span className={styles['secondary']} dir="auto">
            <ModeMarks />
            {waitsForServer ? texts.player.waitsForServer : song ? songArtist(song) : ''}
          </span>
        </span>
      </button>
      <span className={styles['miniMode']}>
        <ShuffleButton />
      </span>
      <PlayButton />
      <NextButton />
      <span className={styles['miniMode']}>
        <RepeatButton />
      </span>
      <IconButton size="l" label={texts.player.openQueue} icon={<ListPlay />} onClick={onOpenQueue} />
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
