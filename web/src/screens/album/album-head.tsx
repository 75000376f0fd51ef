import type { WholeAlbum } from '@tonearm/contract';
import { Fragment, type ReactNode, useMemo } from 'react';
import { thumbnailUrl } from '../../api/media.ts';
import type { ListTools } from '../../collection/arrange/use-list-tools.ts';
import type { PlayableList } from '../../collection/item-actions/verbs.ts';
import { PlayAll } from '../../collection/parts/play-all.tsx';
import { ScreenHeader } from '../../collection/parts/screen-header.tsx';
import { formatLongDuration, keptTogether } from '../../lib/format-duration.ts';
import { folderHref } from '../../lib/music-links.ts';
import { paths } from '../../lib/paths.ts';
import { ArtistNames } from '../../menus/artist-names.tsx';
import { HeartButton } from '../../menus/heart-button.tsx';
import { Stars } from '../../menus/stars.tsx';
import { texts } from '../../texts/index.ts';
import { musicTexts } from '../../texts/music.ts';
import { Cover } from '../../ui/cover/cover.tsx';
import { sharedCredits } from './album-credits.ts';
import styles from './album-head.module.css';

/** Cover, people, dates and figures of an album, and what can be done with all of it. */
export function AlbumHead(props: {
  readonly album: WholeAlbum;
  readonly plays: PlayableList;
  readonly tools: ListTools;
}): ReactNode {
  const { album, plays, tools } = props;
  const { artist, artists, artwork, songs } = album;
  const title = album.version === null ? album.title : `${album.title} (${album.version})`;
  const [firstArtist, firstSong] = [artists[0], songs[0]];
  const links = {
    artist: firstArtist?.id ? paths.artist(firstArtist.id) : null,
    folder: firstSong ? folderHref(firstSong.path) : null,
  };
  const liked = { kind: 'album', name: album.id } as const;
  return (
    <ScreenHeader
      title={title}
      subtitle={<ArtistNames text={artist} artists={artists} />}
      detail={<Facts album={album} />}
      art={artwork && <Cover src={thumbnailUrl(artwork, { size: 'large' })} loading="eager" />}
      actions={
        <PlayAll
          label={title}
          list={plays}
          place={{ artwork, detail: artist, liked, links }}
          tools={songs.length > 1 ? tools : undefined}
        >
          <HeartButton liked={liked} />
          <Stars liked={liked} />
        </PlayAll>
      }
    />
  );
}

function Facts({ album }: { readonly album: WholeAlbum }) {
  const credits = useMemo(() => sharedCredits(album.songs), [album.songs]);
  return (
    <>
      {factsOf(album).join(' · ')}
      {album.genres.map(({ id, name }, index) => (
        <Fragment key={id}>
          {index === 0 ? ' · ' : ', '}
          <a href={paths.genre(id)} dir="auto">
            {name}
          </a>
        </Fragment>
      ))}
      {credits.map(({ role, people }) => (
        <span key={role} className={styles['credit']}>
          {musicTexts.roles[role]}{' '}
          <ArtistNames text={people.map(({ name }) => name).join(', ')} artists={people} />
        </span>
      ))}
    </>
  );
}

/** Kind, dates, labels and figures: what is known of them, and this release only where it is another date. */
function factsOf(album: WholeAlbum): readonly string[] {
  const { original_date: original, release_date: release, year } = album;
  const first = original ?? (year === null ? release : String(year));
  const hasOther =
    release !== null && first !== null && !release.startsWith(first) && !first.startsWith(release);
  // As the songs below and the queue show them: the sum of the exact lengths may be another by seconds.
  const durationSeconds = album.songs.reduce((sum, song) => sum + (song.duration ?? 0), 0);
  return [
    album.kind === 'other' ? '' : musicTexts.kinds[album.kind],
    first ?? '',
    hasOther ? musicTexts.thisRelease(release) : '',
    album.labels.join(', '),
    texts.collection.songCount(album.song_count),
    durationSeconds > 0 ? formatLongDuration(durationSeconds) : '',
  ].flatMap((fact) => (fact === '' ? [] : keptTogether(fact)));
}
