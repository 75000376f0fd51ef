import type { Song } from '@tonearm/contract';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { thumbnailUrl } from '../../../api/media.ts';
import { songAlbum, songArtist, songTitle } from '../../../lib/format-song.ts';
import { albumHref, artistHref } from '../../../lib/music-links.ts';
import { useMediaQuery } from '../../../lib/use-media-query.ts';
import { HeartButton } from '../../../menus/heart-button.tsx';
import { SongDetails } from '../../../menus/song-details.tsx';
import { Stars } from '../../../menus/stars.tsx';
import { useLinksOf } from '../../../menus/use-song-links.ts';
import { texts } from '../../../texts/index.ts';
import { playingTexts } from '../../../texts/playing.ts';
import { coverTint, pageColours } from '../../../theme/cover-tint.ts';
import { useFocusReturn } from '../../../ui/behaviour/use-focus-return.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Cover } from '../../../ui/cover/cover.tsx';
import { ListPlay } from '../../../ui/icons.ts';
import { ChevronDown, Info, MicVocal, Moon } from '../../../ui/later-icons.ts';
import { Toasts } from '../../../ui/layers/toast.tsx';
import { useLayer } from '../../../ui/layers/use-layer.ts';
import { RepeatButton, ShuffleButton } from '../mode-buttons.tsx';
import { usePlayer, usePlayerState } from '../player-context.tsx';
import { QueuePane } from '../queue/queue-pane.tsx';
import { SeekBar } from '../seek-bar.tsx';
import { NextButton, PlayButton, PreviousButton } from '../transport-buttons.tsx';
import { VolumeControl } from '../volume-control.tsx';
import { KeepPlaceButton } from './keep-place-button.tsx';
import { LyricsPane } from './lyrics-pane.tsx';
import styles from './now-playing.module.css';
import { SleepDialog } from './sleep-dialog.tsx';
import { useCoverColour } from './use-cover-colour.ts';
import { useSwipe } from './use-swipe.ts';

/** Windows with room for the queue beside the cover; the same limits stand in the styles. */
const wideQuery = '(width >= 48rem) and (height >= 31.25rem)';

/** Properties of the view. */
export interface NowPlayingProps {
  readonly onClose: () => void;
}

/** What plays, over the whole window: cover, names, transport, queue. Escape, the button and Back close it. */
export function NowPlaying({ onClose }: NowPlayingProps) {
  const view = useRef<HTMLDialogElement>(null);
  const { actions } = usePlayer();
  const song = usePlayerState((state) => state.current?.song ?? null);
  const isWide = useMediaQuery(wideQuery);
  const [showsLyrics, setShowsLyrics] = useState(false);
  const lyrics = showsLyrics && <LyricsPane song={song} />;
  useFocusReturn();
  useLayer(onClose);
  useEffect(() => {
    view.current?.showModal?.();
  }, []);
  const swipe = useSwipe({
    follower: view,
    onDown: onClose,
    onLeft: actions.next,
    onRight: actions.previous,
  });
  return (
    <dialog
      ref={view}
      className={styles['view']}
      // WebKit stops at the box itself.
      tabIndex={-1}
      style={useTint(song)}
      aria-label={texts.player.nowPlaying}
      onCancel={(event) => {
        event.preventDefault();
        // Not that of a dialog inside, which React hands on.
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={styles['page']}>
        <TopLine
          song={song}
          isWide={isWide}
          lyrics={{ isShown: showsLyrics, toggle: () => setShowsLyrics(!showsLyrics) }}
          onClose={onClose}
        />
        {lyrics && !isWide ? (
          <div className={styles['words']}>{lyrics}</div>
        ) : (
          <div className={styles['cover']} {...swipe}>
            <BigCover song={song} />
          </div>
        )}
        <Desk song={song} isWide={isWide} onClose={onClose} />
        {isWide && <div className={styles['side']}>{lyrics || <QueuePane />}</div>}
      </div>
      {/* Those of the page lie beneath. */}
      <Toasts dismissLabel={texts.app.dismiss} />
    </dialog>
  );
}

/** Names, the seek bar and the transport. */
function Desk(props: NowPlayingProps & { readonly song: Song | null; readonly isWide: boolean }) {
  const { song, isWide, onClose } = props;
  return (
    <div className={styles['desk']}>
      <Names song={song} onLeave={onClose} />
      <SeekBar />
      <div className={styles['transport']}>
        <ShuffleButton />
        <PreviousButton />
        <PlayButton className={styles['play']} />
        <NextButton />
        <RepeatButton />
      </div>
      {isWide && (
        <div className={styles['volume']}>
          <VolumeControl />
        </div>
      )}
    </div>
  );
}

/** The background, tinted by the cover as far as everything on it stays readable in the theme of the moment. */
function useTint(song: Song | null): CSSProperties | undefined {
  const colour = useCoverColour(song?.artwork ? thumbnailUrl(song.artwork) : null);
  const [tint, setTint] = useState<string | null>(null);
  useEffect(() => {
    if (colour === null) return undefined;
    const paint = () => setTint(coverTint(pageColours(), colour));
    paint();
    const themes = new MutationObserver(paint);
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ['style'] });
    return () => themes.disconnect();
  }, [colour]);
  return colour === null || tint === null ? undefined : ({ '--tint': tint } as CSSProperties);
}

interface TopLineProps {
  readonly song: Song | null;
  readonly isWide: boolean;
  readonly lyrics: { readonly isShown: boolean; readonly toggle: () => void };
  readonly onClose: () => void;
}

function TopLine({ song, isWide, lyrics, onClose }: TopLineProps) {
  const { queueCalls } = usePlayer();
  const [showsDetails, setShowsDetails] = useState(false);
  const [showsSleep, setShowsSleep] = useState(false);
  const sleeps = usePlayerState((state) => state.sleep !== null);
  return (
    <div className={styles['top']}>
      <IconButton size="l" label={playingTexts.closeNowPlaying} icon={<ChevronDown />} onClick={onClose} />
      <span className={styles['room']} />
      <IconButton
        size="l"
        label={playingTexts.lyrics.title}
        icon={<MicVocal />}
        aria-pressed={lyrics.isShown}
        onClick={lyrics.toggle}
      />
      <KeepPlaceButton song={song} />
      <IconButton
        size="l"
        label={playingTexts.sleep.title}
        icon={<Moon />}
        aria-pressed={sleeps}
        onClick={() => setShowsSleep(true)}
      />
      <IconButton
        size="l"
        label={playingTexts.songDetails}
        icon={<Info />}
        disabled={song === null}
        onClick={() => setShowsDetails(true)}
      />
      {!isWide && (
        <IconButton
          size="l"
          label={texts.player.openQueue}
          icon={<ListPlay />}
          onClick={() => queueCalls.setState((count) => count + 1, true)}
        />
      )}
      {showsSleep && <SleepDialog onClose={() => setShowsSleep(false)} />}
      {showsDetails && song !== null && <SongDetails song={song} onClose={() => setShowsDetails(false)} />}
    </div>
  );
}

/** The cover as large as there is room; the small one, which is there already, stands in until it has come. */
function BigCover({ song }: { readonly song: Song | null }) {
  const artwork = song?.artwork ?? null;
  return (
    <div
      className={styles['art']}
      style={artwork === null ? undefined : { backgroundImage: `url("${thumbnailUrl(artwork)}")` }}
    >
      <Cover
        // Another song's cover never stands in for this one's.
        key={artwork}
        className={artwork === null ? styles['record'] : styles['picture']}
        src={artwork === null ? null : thumbnailUrl(artwork, { size: 'large' })}
        alt={song?.artwork ? texts.player.coverOf(songAlbum(song)) : ''}
        loading="eager"
      />
    </div>
  );
}

/** Title, artist and album, which lead to where they are. */
function Names({ song, onLeave }: { readonly song: Song | null; readonly onLeave: () => void }) {
  const waitsForServer = usePlayerState((state) => state.waitsForServer);
  const links = useLinksOf(song?.path ?? null);
  if (song === null) return <h2 className={styles['title']}>{texts.player.nothingPlays}</h2>;
  const artist = artistHref(song, links);
  return (
    <div className={styles['names']}>
      <h2 className={styles['title']} dir="auto" title={songTitle(song)}>
        {songTitle(song)}
      </h2>
      <p className={styles['line']} dir="auto">
        {artist === null ? (
          songArtist(song)
        ) : (
          <a href={artist} onClick={onLeave}>
            {songArtist(song)}
          </a>
        )}
      </p>
      <p className={styles['line']} dir="auto">
        <a href={albumHref(song, links)} onClick={onLeave}>
          {songAlbum(song)}
        </a>
        {song.year !== null && ` (${song.year})`}
      </p>
      <div className={styles['likes']}>
        <HeartButton size="l" liked={{ kind: 'song', name: song.path }} />
        <Stars liked={{ kind: 'song', name: song.path }} />
      </div>
      {waitsForServer && <p className={styles['waits']}>{texts.player.waitsForServer}</p>}
    </div>
  );
}
