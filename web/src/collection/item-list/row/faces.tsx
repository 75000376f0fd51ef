import type { Song } from '@tonearm/contract';
import type { ReactNode } from 'react';
import { thumbnailUrl } from '../../../api/media.ts';
import { formatLength, formatLongDuration } from '../../../lib/format-duration.ts';
import { songArtist, songTitle } from '../../../lib/format-song.ts';
import { sourceOf } from '../../../lib/virtual-path.ts';
import { usePlayerState } from '../../../player/index.ts';
import { texts } from '../../../texts/index.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Cover } from '../../../ui/cover/cover.tsx';
import { CircleUser, Folder, HardDrive, ListFilter, ListMusic, Tag } from '../../../ui/icons.ts';
import { PlayingMark } from '../../../ui/playing-mark.tsx';
import ratingStyles from '../../arrange/item-rating.module.css';
import { ItemRating } from '../../arrange/item-rating.tsx';
import columnStyles from '../../arrange/list-columns.module.css';
import type { ListedPlaylist, ListItem } from '../../item-actions/play-target.ts';
import { FolderLine, FolderPicture } from '../../parts/folder-look.tsx';
import { albumTitle, itemTitle } from '../item-names.ts';
import type { StretchKind } from '../layout.ts';
import styles from './faces.module.css';
import heartStyles from './heart.module.css';
import type { ItemLook } from './item-look.ts';

/** A cover with two lines below it; the artist is not said again on a page of theirs. */
export function CardFace({
  item,
  hasFolderNames,
  knownArtist,
  awaySources,
}: ItemLook & { readonly item: ListItem }) {
  const isAway = isItemAway(item, awaySources);
  return (
    <>
      <Cover
        // Another picture is another element: the one before must not stand in for it.
        key={artworkOf(item)}
        src={artworkOf(item)}
        name={item.variant === 'Song' ? undefined : albumTitle(item)}
        color={colorOf(item)}
        className={classNames(styles['art'], isAway && styles['isAway'])}
      />
      <span className={styles['lines']}>
        <span className={styles['name']} dir="auto">
          {hasFolderNames ? itemTitle(item) : albumTitle(item)}
        </span>
        <SecondLine isAway={isAway}>{cardLineOf(item, knownArtist)}</SecondLine>
        <ItemRating item={item} />
      </span>
    </>
  );
}

/** A line of the explorer, of songs found and of playlists. */
export function RowFace({
  item,
  awaySources,
  columns,
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
        <SecondLine isAway={isAway}>
          {item.variant === 'Directory' && isPlainFolder(item) ? (
            <FolderLine path={item.fields.path} />
          ) : (
            secondLineOf(item)
          )}
        </SecondLine>
      </span>
      {item.variant === 'Song' && (
        <>
          <ChosenColumns song={item.fields} columns={columns} />
          <span className={styles['albumRoom']} />
          {columns.includes('rating') && <span className={ratingStyles['starsRoom']} />}
          <span className={ratingStyles['markRoom']}>
            <NowPlayingMark isPlaying={isPlaying} />
          </span>
          <ItemRating item={item} />
          <span className={heartStyles['heartRoom']} />
          <Duration song={item.fields} />
        </>
      )}
      {item.variant !== 'Song' && <ItemRating item={item} />}
    </>
  );
}

/** What people chose to see of a song between its title and its album. */
const ChosenColumns = ({ song, columns }: { readonly song: Song; readonly columns: ItemLook['columns'] }) =>
  columns.map(
    (column) =>
      column !== 'album' &&
      column !== 'rating' && (
        <span key={column} className={columnStyles['column']} data-column={column} dir="auto">
          {column === 'track' ? song.track_number : song[column]}
        </span>
      ),
  );

/** A line of an album: number, title, the artist where it is not the album's, length. */
export function TrackFace({
  song,
  knownArtist,
  isPlaying,
  awaySources,
  trackWords,
}: ItemLook & { readonly song: Song; readonly isPlaying: boolean }) {
  const isAway = awaySources.includes(sourceOf(song.path));
  const words = trackWords?.get(song.path);
  const hasArtist = song.artist !== null && song.artist !== knownArtist;
  return (
    <>
      <span className={styles['number']}>
        {isPlaying ? <NowPlayingMark isPlaying /> : (song.track_number ?? '')}
      </span>
      <span className={styles['lines']}>
        <span className={classNames(styles['name'], isPlaying && styles['isPlaying'])} dir="auto">
          {words?.title ?? songTitle(song)}
        </span>
        <SecondLine isAway={isAway}>
          {[hasArtist ? song.artist : '', words?.note].filter(Boolean).join(' · ')}
        </SecondLine>
      </span>
      <ItemRating item={{ variant: 'Song', fields: song }} />
      <span className={heartStyles['heartRoom']} />
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
  if (item.variant === 'Playlist' && item.fields.artworks?.length) {
    return <Mosaic artworks={item.fields.artworks} className={className} />;
  }
  if (item.variant === 'Song') return <Cover key={src} src={src} className={className} />;
  const isPlain = item.variant === 'Directory' && isPlainFolder(item);
  if (src !== null || item.variant === 'Album' || (item.variant === 'Directory' && !isPlain)) {
    return <Cover key={src} src={src} name={albumTitle(item)} color={colorOf(item)} className={className} />;
  }
  const sign = (
    <span className={classNames(className, styles['icon'])} aria-hidden="true">
      {iconOf(item)}
    </span>
  );
  if (!isPlain) return sign;
  return <FolderPicture path={item.fields.path} className={className} fallback={sign} />;
}

/** A folder of folders, or of songs that belong to no one album. */
const isPlainFolder = (item: ListItem): boolean => item.variant === 'Directory' && !item.fields.album;

/** Four covers in a square, or the one there is. */
function Mosaic({
  artworks,
  className,
}: {
  readonly artworks: readonly string[];
  readonly className: string;
}) {
  const shown = artworks.length < 4 ? artworks.slice(0, 1) : artworks.slice(0, 4);
  return (
    <span className={classNames(className, styles['mosaic'])} data-count={shown.length}>
      {shown.map((path) => (
        <Cover key={path} src={thumbnailUrl(path)} />
      ))}
    </span>
  );
}

function iconOf(item: ListItem): ReactNode {
  if (item.variant === 'Playlist') return <ListMusic />;
  if (item.variant === 'SmartList') return <ListFilter />;
  if (item.variant === 'Artist') return <CircleUser />;
  if (item.variant === 'Genre') return <Tag />;
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

function NowPlayingMark({ isPlaying }: { readonly isPlaying: boolean }) {
  const isMoving = usePlayerState((state) => state.isPlaying);
  return isPlaying && <PlayingMark label={texts.player.nowPlaying} isMoving={isMoving} />;
}

const Duration = ({ song }: { readonly song: Song }) => (
  <span className={styles['duration']}>{song.duration === null ? '' : formatLength(song.duration)}</span>
);

const artworkOf = (item: ListItem): string | null =>
  'artwork' in item.fields && item.fields.artwork ? thumbnailUrl(item.fields.artwork) : null;

const colorOf = (item: ListItem): string | null =>
  item.variant === 'Directory' || item.variant === 'Album' ? (item.fields.artwork_color ?? null) : null;

function secondLineOf(item: ListItem): string {
  switch (item.variant) {
    case 'Song':
      return songArtist(item.fields);
    case 'Directory':
      return item.fields.album ? albumLine(item.fields) : '';
    case 'Album':
      return albumLine(item.fields);
    case 'Artist':
    case 'Genre':
      return [
        item.fields.album_count > 0 ? texts.collection.albumCount(item.fields.album_count) : '',
        texts.collection.songCount(item.fields.song_count),
      ]
        .filter(Boolean)
        .join(' · ');
    case 'Playlist':
      return playlistLine(item.fields);
    case 'SmartList':
      return `${texts.collection.smartList} · ${item.fields.query}`;
    default:
      return item satisfies never;
  }
}

const playlistLine = ({ entry_count, duration }: ListedPlaylist): string =>
  [
    entry_count === undefined ? '' : texts.collection.songCount(entry_count),
    duration ? formatLongDuration(duration) : '',
  ]
    .filter(Boolean)
    .join(' · ');

function cardLineOf(item: ListItem, knownArtist: string | null): string {
  if (item.variant === 'Song') return '';
  if (item.variant === 'Directory') return albumLine(item.fields);
  if (item.variant !== 'Album' || item.fields.artist !== knownArtist) return secondLineOf(item);
  return albumLine({ artist: null, year: item.fields.year });
}

const albumLine = ({
  artist,
  year,
}: {
  readonly artist: string | null;
  readonly year: number | null;
}): string => [artist, year === null ? null : String(year)].filter(Boolean).join(' · ');

/** What tags tell of hangs on no one source. */
const isItemAway = (item: ListItem, awaySources: readonly string[]): boolean =>
  'path' in item.fields && awaySources.includes(sourceOf(item.fields.path));
