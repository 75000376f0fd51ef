import { useQuery } from '@tanstack/react-query';
import type { WholeWork } from '@tonearm/contract';
import { type ReactNode, useMemo } from 'react';
import { itemFromSong } from '../../api/collection.ts';
import { workQuery } from '../../api/music.ts';
import type { TrackWords } from '../../collection/item-list/row/item-look.ts';
import { PlayAll } from '../../collection/parts/play-all.tsx';
import { ScreenHeader } from '../../collection/parts/screen-header.tsx';
import { type Section, SectionList, targetsOfSongs } from '../../collection/parts/section-list.tsx';
import { WholeScreen } from '../../collection/parts/whole-screen.tsx';
import { paths } from '../../lib/paths.ts';
import { ArtistNames } from '../../menus/artist-names.tsx';
import { artistTexts } from '../../texts/artists.ts';
import { texts } from '../../texts/index.ts';
import { musicTexts } from '../../texts/music.ts';

/** A work, recording by recording. */
export function WorkScreen({ id, name }: { readonly id: string; readonly name: string }): ReactNode {
  return (
    <WholeScreen
      query={useQuery(workQuery(id, name))}
      titleOf={(work) => work.name}
      skeleton="rows"
      wayOut={{ label: artistTexts.works, href: paths.works(id) }}
    >
      {(work) => <Work key={`${id} ${name}`} id={id} work={work} />}
    </WholeScreen>
  );
}

function Work({ id, work }: { readonly id: string; readonly work: WholeWork }): ReactNode {
  const { name, composer, recordings } = work;
  const songs = useMemo(() => recordings.flatMap((recording) => recording.songs), [recordings]);
  const sections = useMemo(() => recordings.map(sectionOf), [recordings]);
  const trackWords = useMemo(() => movementsOf(songs), [songs]);
  const plays = useMemo(() => ({ name: '', targets: [{ kind: 'songs', songs } as const] }), [songs]);
  return (
    <>
      <ScreenHeader
        title={name}
        subtitle={<ArtistNames text={composer.name} artists={[composer]} />}
        detail={
          <>
            {artistTexts.recordingCount(recordings.length)} · {texts.collection.songCount(songs.length)} ·{' '}
            <a href={paths.works(id)}>{artistTexts.worksOf(composer.name)}</a>
          </>
        }
        actions={<PlayAll label={name} list={plays} />}
      />
      <SectionList
        label={texts.collection.songsOf(name)}
        sections={sections}
        plays={plays}
        trackWords={trackWords}
      />
    </>
  );
}

/** A recording: the album with who it is by and when, and the songs of it. */
function sectionOf({ album, songs }: WholeWork['recordings'][number]): Section {
  const items = songs.map(itemFromSong);
  const targets = targetsOfSongs(items);
  if (album === null) {
    return { key: 'none', heading: { text: artistTexts.withoutAlbum, targets }, kind: 'tracks', items };
  }
  const text = [album.title, album.artist, album.year].filter(Boolean).join(' · ');
  return { key: album.id, heading: { text, href: paths.album(album.id), targets }, kind: 'tracks', items };
}

/** Titles of songs that name their movement. */
const movementsOf = (songs: WholeWork['recordings'][number]['songs']): ReadonlyMap<string, TrackWords> =>
  new Map(
    songs.flatMap(({ path, movement_name: name, movement_number: number }) =>
      name === null ? [] : [[path, { title: number === null ? name : musicTexts.movement(number, name) }]],
    ),
  );
