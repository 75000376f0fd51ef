import { thumbnailUrl } from '../../api/media.ts';
import { songAlbum, songPrimaryLine, songSecondaryLine } from '../../lib/format-song.ts';
import { HeartButton } from '../../menus/heart-button.tsx';
import { texts } from '../../texts/index.ts';
import { Cover } from '../../ui/cover/cover.tsx';
import { RepeatButton, ShuffleButton } from './mode-buttons.tsx';
import styles from './player-bar.module.css';
import { usePlayer, usePlayerState } from './player-context.tsx';
import { SeekBar } from './seek-bar.tsx';
import lineStyles from './song-lines.module.css';
import { PrimaryLine, SecondaryLine } from './song-lines.tsx';
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
          <ShuffleButton />
          <PreviousButton />
          <PlayButton className={styles['play']} />
          <NextButton />
          <RepeatButton />
        </div>
        <VolumeControl />
      </div>
    </section>
  );
}

function NowPlaying() {
  const { nowPlaying } = usePlayer();
  const song = usePlayerState((state) => state.current?.song ?? null);
  const waitsForServer = usePlayerState((state) => state.waitsForServer);
  const isRemote = usePlayerState((state) => state.isRemote && state.isPlaying);
  return (
    <div className={styles['nowPlaying']}>
      <button
        type="button"
        className={styles['coverButton']}
        title={texts.player.openNowPlaying}
        disabled={song === null}
        onClick={() => nowPlaying.setState(true, true)}
      >
        <Cover
          className={styles['cover']}
          src={song?.artwork ? thumbnailUrl(song.artwork) : null}
          alt={song?.artwork ? texts.player.coverOf(songAlbum(song)) : ''}
          loading="eager"
        />
        <span className="visually-hidden">{texts.player.openNowPlaying}</span>
      </button>
      <div className={lineStyles['lines']}>
        <p className={styles['primary']} dir="auto" title={song ? songPrimaryLine(song) : undefined}>
          {song ? <PrimaryLine song={song} /> : texts.player.nothingPlays}
        </p>
        <p className={styles['secondary']} dir="auto" title={song ? songSecondaryLine(song) : undefined}>
          {song && <SecondaryLine song={song} />}
        </p>
        {waitsForServer && <p className={styles['aside']}>{texts.player.waitsForServer}</p>}
        {isRemote && <p className={styles['aside']}>{texts.player.playsElsewhere}</p>}
      </div>
      <HeartButton size="l" className={styles['heart']} liked={song && { kind: 'song', name: song.path }} />
    </div>
  );
}
