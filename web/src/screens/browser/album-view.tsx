import type { Song } from '@tonearm/contract';
import { type ReactNode, useMemo } from 'react';
import { itemFromSong } from '../../api/collection.ts';
import { thumbnailUrl } from '../../api/media.ts';
import type { ListTools } from '../../collection/arrange/use-list-tools.ts';
import { ItemList } from '../../collection/item-list/item-list.tsx';
import type { Stretch } from '../../collection/item-list/layout.ts';
import type { StretchHeading } from '../../collection/item-list/stretch-heading.ts';
import { pagedWhole } from '../../collection/item-list/use-paged-items.ts';
import { ArtistLink } from '../../collection/parts/artist-link.tsx';
import { PlayAll } from '../../collection/parts/play-all.tsx';
import { ScreenHeader } from '../../collection/parts/screen-header.tsx';
import { SongsAmongOthers } from '../../collection/parts/songs-among-others.tsx';
import { formatLongDuration, keptTogether } from '../../lib/format-duration.ts';
import { texts } from '../../texts/index.ts';
import { Cover } from '../../ui/cover/cover.tsx';
import { type DiscGroup, discGroupsOf } from './disc-groups.ts';
import { folderHeadingOf } from './folder-heading.ts';

/** The songs of one album: its cover on a stage, its tracks below, by disc where there are several. */
export function AlbumView(props: {
  readonly path: string;
  readonly songs: readonly Song[];
  readonly awaySources: readonly string[];
  readonly tools: ListTools;
}): ReactNode {
  const { path, songs, awaySources, tools } = props;
  const discs = useMemo(() => discGroupsOf(songs), [songs]);
  const ordered = useMemo(() => discs.flatMap((disc) => disc.songs), [discs]);
  const paged = useMemo(() => pagedWhole(ordered.map(itemFromSong)), [ordered]);
  const headings = useMemo(() => headingsOf(discs), [discs]);
  const { header, subheader } = folderHeadingOf(path, songs.map(itemFromSong));
  const list = useMemo(
    () => ({ name: '', targets: [{ kind: 'songs', songs: ordered } as const] }),
    [ordered],
  );
  const knownArtist = subheader ?? header;
  const stretches = useMemo(() => stretchesOf(discs, knownArtist), [discs, knownArtist]);
  const label = texts.collection.songsOf(header);
  const artwork = ordered.find((song) => song.artwork)?.artwork;
  return (
    <>
      <ScreenHeader
        level={2}
        title={header}
        subtitle={subheader && <ArtistLink artist={subheader} path={path} />}
        detail={figuresOf(songs)}
        art={
          <Cover
            src={artwork ? thumbnailUrl(artwork, { size: 'large' }) : null}
            name={header}
            loading="eager"
          />
        }
        actions={<PlayAll label={header} list={list} tools={songs.length > 1 ? tools : undefined} />}
      />
      <SongsAmongOthers tools={tools} paged={paged} label={label} awaySources={awaySources}>
        <ItemList
          label={label}
          stretches={stretches}
          itemAt={paged.itemAt}
          headings={headings}
          plays={list}
          knownArtist={knownArtist}
          awaySources={awaySources}
        />
      </SongsAmongOthers>
    </>
  );
}

function stretchesOf(discs: readonly DiscGroup[], knownArtist: string): readonly Stretch[] {
  const isTall = discs.some(({ songs }) =>
    songs.some(({ artist }) => artist !== null && artist !== knownArtist),
  );
  return discs.flatMap(({ disc, songs }): Stretch[] => {
    const tracks: Stretch = { key: `tracks ${disc}`, kind: 'tracks', itemCount: songs.length, isTall };
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
    .flatMap((fact) => (fact === '' ? [] : keptTogether(fact)))
    .join(' · ');
}
