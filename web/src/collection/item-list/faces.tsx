import type { Directory, Song } from '@tonearm/contract';
import type { ReactNode } from 'react';
import { thumbnailUrl } from '../../api/media.ts';
import { formatDuration } from '../../lib/format-duration.ts';
import { songAlbum, songArtist, songTitle } from '../../lib/format-song.ts';
import { sourceOf } from '../../lib/virtual-path.ts';
import { texts } from '../../texts/index.ts';
import { classNames } from '../../ui/class-names.ts';
import { Cover } from '../../ui/cover/cover.tsx';
import { AudioLines, Folder, HardDrive, ListMusic } from '../../ui/icons.ts';
import type { ListItem } from '../item-actions/play-target.ts';
import styles from './item-list.module.css';
import type { ItemLook } from './item-look.ts';
import { albumTitle, itemTitle } from './item-names.ts';
import type { StretchKind } from './layout.ts';

/** A cover with two lines below it. */
export function CardFace({ item, hasFolderNames, awaySources }: ItemLook & { readonly item: ListItem }) {
  const isAway = isItemAway(item, awaySources);
  const second = item.variant === 'Directory' ? directoryLine(item.fields) : '';
  return (
    <>
      <Cover
        // Another picture is another element: the one before must not stand in for it.
        key={artworkOf(item)}
        src={artworkOf(item)}
        color={item.variant === 'Directory' ? item.fields.artwork_color : null}
        className={classNames(styles['art'], isAway && styles['isAway'])}
      />
      <span className={styles['lines']}>
        <span className={styles['name']} dir="auto">
          {hasFolderNames ? itemTitle(item) : albumTitle(item)}
        </span>
        <SecondLine isAway={isAway}>{second}</SecondLine>
      </span>
    </>
  );
}

/** A line of the explorer, of songs found and of playlists. */
export function RowFace({
  item,
  awaySources,
  isPlaying,
}: ItemLook & { readonly item: ListItem; readonly isPlaying: boolean }) {
  const isAway = isItemAway(item, awaySources);
  return (
    <>
      <RowPicture item={item} isAway={isAway} />
      <span className={styles['lines']}>
        <span className={classNames(styles['name'], isPlaying && styles['isPlaying'])} dir="auto">
          {itemTitle(item)}
        </span>
        <SecondLine isAway={isAway}>{secondLineOf(item)}</SecondLine>
      </span>
      {item.variant === 'Song' && (
        <>
          <span className={styles['album']} dir="auto">
            {songAlbum(item.fields)}
          </span>
          <PlayingMark isPlaying={isPlaying} />
          <Duration song={item.fields} />
        </>
      )}
    </>
  );
}

/** A line of an album: number, title, the artist where it is not the album's, length. */
export function TrackFace({
  song,
  knownArtist,
  isPlaying,
  awaySources,
}: ItemLook & { readonly song: Song; readonly isPlaying: boolean }) {
  const isAway = awaySources.includes(sourceOf(song.path));
  const hasArtist = song.artist !== null && song.artist !== knownArtist;
  return (
    <>
      <span className={styles['number']}>
        {isPlaying ? <PlayingMark isPlaying /> : (song.track_number ?? '')}
      </span>
      <span className={styles['lines']}>
        <span className={classNames(styles['name'], isPlaying && styles['isPlaying'])} dir="auto">
          {songTitle(song)}
        </span>
        <SecondLine isAway={isAway}>{hasArtist ? song.artist : ''}</SecondLine>
      </span>
      <Duration song={song} />
    </>
  );
}

/** Stands in for an item that is on its way; as high as the item will be. */
export function PlaceholderFace({ kind }: { readonly kind: StretchKind }) {
  return (
    <>
      <span
        className={kind === 'tracks' ? styles['number'] : classNames(styles['art'], styles['ghostArt'])}
      />
      <span className={styles['lines']}>
        <span className={styles['ghost']} />
        <span className="visually-hidden">{texts.app.loading}</span>
      </span>
    </>
  );
}

function RowPicture({ item, isAway }: { readonly item: ListItem; readonly isAway: boolean }) {
  const src = artworkOf(item);
  const className = classNames(styles['art'], isAway && styles['isAway']);
  if (src !== null || item.variant === 'Song') {
    const color = item.variant === 'Directory' ? item.fields.artwork_color : null;
    return <Cover key={src} src={src} color={color} className={className} />;
  }
  return (
    <span className={classNames(className, styles['icon'])} aria-hidden="true">
      {iconOf(item)}
    </span>
  );
}

function iconOf(item: ListItem): ReactNode {
  if (item.variant === 'Playlist') return <ListMusic />;
  const isSource = item.variant === 'Directory' && !item.fields.path.includes('/');
  return isSource ? <HardDrive /> : <Folder />;
}

function SecondLine({ isAway, children }: { readonly isAway: boolean; readonly children: ReactNode }) {
  if (!isAway && !children) return null;
  return (
    <span className={styles['second']} dir="auto">
      {isAway && <span className={styles['away']}>{texts.collection.away}</span>}
      {children}
    </span>
  );
}

function PlayingMark({ isPlaying }: { readonly isPlaying: boolean }) {
  if (!isPlaying) return null;
  return (
    <span className={styles['mark']}>
      <AudioLines aria-hidden="true" />
      <span className="visually-hidden">{texts.player.nowPlaying}</span>
    </span>
  );
}

const Duration = ({ song }: { readonly song: Song }) => (
  <span className={styles['duration']}>{song.duration === null ? '' : formatDuration(song.duration)}</span>
);

const artworkOf = (item: ListItem): string | null =>
  item.variant !== 'Playlist' && item.fields.artwork ? thumbnailUrl(item.fields.artwork) : null;

const secondLineOf = (item: ListItem): string => {
  if (item.variant === 'Song') return songArtist(item.fields);
  return item.variant === 'Directory' && item.fields.album ? directoryLine(item.fields) : '';
};

const directoryLine = ({ artist, year }: Directory): string =>
  [artist, year === null ? null : String(year)].filter(Boolean).join(' · ');

const isItemAway = (item: ListItem, awaySources: readonly string[]): boolean =>
  item.variant !== 'Playlist' && awaySources.includes(sourceOf(item.fields.path));
