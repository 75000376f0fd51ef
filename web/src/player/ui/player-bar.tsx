import { thumbnailUrl } from '../../api/media.ts';
import { songAlbum, songPrimaryLine, songSecondaryLine } from '../../lib/format-song.ts';
import { texts } from '../../texts/index.ts';
import { Cover } from '../../ui/cover/cover.tsx';
import styles from './player-bar.module.css';
import { usePlayerState } from './player-context.tsx';
import { SeekBar } from './seek-bar.tsx';
import { NextButton, PlayButton, PreviousButton } from './transport-buttons.tsx';
import { VolumeControl } from './volume-control.tsx';

/** The whole player: what plays, where it stands, and everything to steer it. */
export function PlayerBar() {
  return (
    <section className={styles['bar']} aria-label={texts.player.playerRegion}>
      <NowPlaying />
      <SeekBar />
      <div className={styles['controls']}>
        <div className={styles['transport']}>
          <PreviousButton />
          <PlayButton className={styles['play']} />
          <NextButton />
        </div>
        <VolumeControl />
      </div>
    </section>
  );
}

function NowPlaying() {
  const song = usePlayerState((state) => state.current?.song ?? null);
  const isRemote = usePlayerState((state) => state.isRemote && state.isPlaying);
  return (
    <div className={styles['nowPlaying']}>
      <Cover
        className={styles['cover']}
        src={song?.artwork ? thumbnailUrl(song.artwork) : null}
        alt={song?.artwork ? texts.player.coverOf(songAlbum(song)) : ''}
        loading="eager"
      />
      <div className={styles['lines']}>
        <p className={styles['primary']} dir="auto" title={song ? songPrimaryLine(song) : undefined}>
          {song ? songPrimaryLine(song) : texts.player.nothingPlays}
        </p>
        <p className={styles['secondary']} dir="auto" title={song ? songSecondaryLine(song) : undefined}>
          {song ? songSecondaryLine(song) : ''}
        </p>
        {isRemote && <p className={styles['remote']}>{texts.player.playsElsewhere}</p>}
      </div>
    </div>
  );
}
