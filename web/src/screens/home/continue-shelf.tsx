import { type ReactNode, useId } from 'react';
import { thumbnailUrl } from '../../api/media.ts';
import { songArtist, songTitle } from '../../lib/format-song.ts';
import { albumHref } from '../../lib/music-links.ts';
import { usePlayer, usePlayerState } from '../../player/index.ts';
import { artistTexts } from '../../texts/artists.ts';
import { texts } from '../../texts/index.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Cover } from '../../ui/cover/cover.tsx';
import { Pause, Play } from '../../ui/icons.ts';
import styles from './continue-shelf.module.css';

/** Where one stopped in the last queue, and the way to go on; nothing while the queue is empty. */
export function ContinueShelf(): ReactNode {
  const heading = useId();
  const { actions } = usePlayer();
  const isPlaying = usePlayerState((state) => state.isPlaying);
  const songCount = usePlayerState((state) => state.queue.entries.length);
  const entry = usePlayerState((state) => state.current ?? state.queue.entries[0] ?? null);
  const place = usePlayerState(({ queue }) => queue.entries.findIndex(({ key }) => key === entry?.key));
  if (entry === null || songCount === 0) return null;
  const { song } = entry;
  return (
    <section className={styles['shelf']} aria-labelledby={heading}>
      <h2 id={heading}>{artistTexts.continue}</h2>
      <div className={styles['card']}>
        <Cover
          key={song.artwork}
          className={styles['cover']}
          src={song.artwork ? thumbnailUrl(song.artwork) : null}
          loading="eager"
        />
        <div className={styles['lines']}>
          <a className={styles['title']} href={albumHref(song)} dir="auto">
            {songTitle(song)}
          </a>
          <span className={styles['detail']} dir="auto">
            {songArtist(song)}
          </span>
          <span className={styles['detail']}>{artistTexts.placeInQueue(place + 1, songCount)}</span>
        </div>
        <Button
          variant="primary"
          icon={isPlaying ? <Pause /> : <Play />}
          onClick={() => (isPlaying ? actions.pause() : actions.play())}
        >
          {isPlaying ? texts.player.pause : texts.collection.play}
        </Button>
      </div>
    </section>
  );
}
