import { useQuery } from '@tanstack/react-query';
import type { SongDetails } from '@tonearm/contract';
import type { ReactNode } from 'react';
import { thumbnailUrl } from '../../api/media.ts';
import { lyricsQuery, songDetailsQuery } from '../../api/music.ts';
import { placeOf } from '../../collection/item-actions/place-of.ts';
import { PlayAll } from '../../collection/parts/play-all.tsx';
import { ScreenHeader } from '../../collection/parts/screen-header.tsx';
import { WholeScreen } from '../../collection/parts/whole-screen.tsx';
import { songAlbum, songArtist, songTitle } from '../../lib/format-song.ts';
import { navigate } from '../../lib/location.ts';
import { folderHref } from '../../lib/music-links.ts';
import { paths } from '../../lib/paths.ts';
import { ArtistNames } from '../../menus/artist-names.tsx';
import { HeartButton } from '../../menus/heart-button.tsx';
import { Stars } from '../../menus/stars.tsx';
import { useSession } from '../../storage/session-store.ts';
import { musicTexts } from '../../texts/music.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Cover } from '../../ui/cover/cover.tsx';
import { Copy, FolderOpen } from '../../ui/later-icons.ts';
import { showToast } from '../../ui/layers/toast.tsx';
import { factGroupsOf } from './song-facts.ts';
import styles from './song-screen.module.css';

/** Everything that is known of one song. */
export function SongScreen({ path }: { readonly path: string }): ReactNode {
  return (
    <WholeScreen
      query={useQuery(songDetailsQuery(path))}
      titleOf={({ song }) => songTitle(song)}
      skeleton="rows"
      wayOut={{ label: musicTexts.openFolder, href: folderHref(path) }}
    >
      {(details) => (
        <>
          <SongHead details={details} />
          <SongFacts details={details} />
        </>
      )}
    </WholeScreen>
  );
}

function SongFacts({ details }: { readonly details: SongDetails }) {
  return (
    <div className={styles['groups']}>
      {factGroupsOf(details).map(({ key, rows }) => (
        <section key={key} className={styles['group']}>
          <h2>{musicTexts.parts[key]}</h2>
          {rows.length === 0 && <p>{musicTexts.noTags}</p>}
          <dl className={styles['rows']}>
            {rows.map(({ name, value }) => (
              <div key={name} className={styles['row']}>
                <dt>{name}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <SongLyrics path={details.song.path} />
    </div>
  );
}

/** The words of the song; nothing where none are known. */
function SongLyrics({ path }: { readonly path: string }) {
  const { data } = useQuery(lyricsQuery(path));
  if (!data) return null;
  return (
    <section className={styles['group']}>
      <h2>{musicTexts.parts.lyrics}</h2>
      <p className={styles['lyrics']} dir="auto" lang={data.language ?? undefined}>
        {data.lines.map(({ text }) => text).join('\n')}
      </p>
    </section>
  );
}

function SongHead({ details: { song } }: { readonly details: SongDetails }) {
  const isAdmin = useSession()?.isAdmin === true;
  const title = songTitle(song);
  const liked = { kind: 'song', name: song.path } as const;
  const artists = song.credits.filter(({ role }) => role === 'artist');
  return (
    <ScreenHeader
      title={title}
      subtitle={<ArtistNames text={songArtist(song)} artists={artists} />}
      detail={
        song.album_id === null ? songAlbum(song) : <a href={paths.album(song.album_id)}>{songAlbum(song)}</a>
      }
      art={song.artwork && <Cover src={thumbnailUrl(song.artwork, { size: 'large' })} loading="eager" />}
      actions={
        <PlayAll
          label={title}
          list={{ name: '', targets: [{ kind: 'songs', songs: [song] }] }}
          place={placeOf({ variant: 'Song', fields: song }, { ...song, album_artists: [] })}
        >
          <HeartButton liked={liked} />
          <Stars liked={liked} />
          <Button icon={<FolderOpen />} onClick={() => navigate(folderHref(song.path))}>
            {musicTexts.openFolder}
          </Button>
          {isAdmin && (
            <Button icon={<Copy />} onClick={() => void copy(song.path)}>
              {musicTexts.copyPath}
            </Button>
          )}
        </PlayAll>
      }
    />
  );
}

/** Browsers refuse outside of secure pages and without leave; then it is said. */
async function copy(path: string): Promise<void> {
  const isCopied = await navigator.clipboard?.writeText(path).then(
    () => true,
    () => false,
  );
  showToast({ message: isCopied ? musicTexts.pathCopied : musicTexts.copyFailed });
}
