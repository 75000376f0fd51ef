import type { Song } from '@tonearm/contract';
import { type ReactNode, useMemo } from 'react';
import { itemFromSong } from '../../api/collection.ts';
import { thumbnailUrl } from '../../api/media.ts';
import { ItemList } from '../../collection/item-list/item-list.tsx';
import type { Stretch } from '../../collection/item-list/layout.ts';
import type { StretchHeading } from '../../collection/item-list/stretch-heading.ts';
import { QueueAll } from '../../collection/parts/queue-all.tsx';
import { ScreenHeader } from '../../collection/parts/screen-header.tsx';
import { formatLongDuration } from '../../lib/format-duration.ts';
import { texts } from '../../texts/index.ts';
import { Cover } from '../../ui/cover/cover.tsx';
import { type DiscGroup, discGroupsOf } from './disc-groups.ts';
import { folderHeadingOf } from './folder-heading.ts';

/** The songs of one album: its cover on a stage, its tracks below, by disc where there are several. */
export function AlbumView(props: {
  readonly path: string;
  readonly songs: readonly Song[];
  readonly awaySources: readonly string[];
}): ReactNode {
  const { path, songs, awaySources } = props;
  const discs = useMemo(() => discGroupsOf(songs), [songs]);
  const ordered = useMemo(() => discs.flatMap((disc) => disc.songs), [discs]);
  const stretches = useMemo(() => stretchesOf(discs), [discs]);
  const headings = useMemo(() => headingsOf(discs), [discs]);
  const { header, subheader } = folderHeadingOf(path, songs.map(itemFromSong));
  const artwork = ordered.find((song) => song.artwork)?.artwork;
  return (
    <>
      <ScreenHeader
        level={2}
        title={header}
        subtitle={subheader}
        detail={figuresOf(songs)}
        art={artwork ? <Cover src={thumbnailUrl(artwork, { size: 'large' })} loading="eager" /> : undefined}
        actions={<QueueAll label={header} targets={[{ kind: 'songs', songs: ordered }]} />}
      />
      <ItemList
        label={texts.collection.songsOf(header)}
        stretches={stretches}
        itemAt={(index) => {
          const song = ordered[index];
          return song && itemFromSong(song);
        }}
        headings={headings}
        knownArtist={subheader ?? header}
        awaySources={awaySources}
      />
    </>
  );
}

function stretchesOf(discs: readonly DiscGroup[]): readonly Stretch[] {
  return discs.flatMap(({ disc, songs }): Stretch[] => {
    const tracks: Stretch = { key: `tracks ${disc}`, kind: 'tracks', itemCount: songs.length };
    return discs.length > 1 ? [{ key: `disc ${disc}`, kind: 'heading', itemCount: 0 }, tracks] : [tracks];
  });
}

const headingsOf = (discs: readonly DiscGroup[]): Readonly<Record<string, StretchHeading>> =>
  Object.fromEntries(
    discs.map(({ disc, songs }) => [
      `disc ${disc}`,
      { text: texts.collection.disc(disc), targets: [{ kind: 'songs', songs }] },
    ]),
  );

/** Year where all agree, number of songs, length. */
function figuresOf(songs: readonly Song[]): string {
  const year = songs[0]?.year ?? null;
  const isOneYear = year !== null && songs.every((song) => song.year === year);
  const durationSeconds = songs.reduce((sum, song) => sum + (song.duration ?? 0), 0);
  return [
    isOneYear ? String(year) : '',
    texts.collection.songCount(songs.length),
    durationSeconds > 0 ? formatLongDuration(durationSeconds) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
