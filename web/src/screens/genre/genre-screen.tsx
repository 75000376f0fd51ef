import { useQuery } from '@tanstack/react-query';
import type { WholeGenre } from '@tonearm/contract';
import { type ReactNode, useMemo } from 'react';
import { genreQuery, genreSongList, itemFromAlbum, itemFromArtist } from '../../api/music.ts';
import { useListTools } from '../../collection/arrange/use-list-tools.ts';
import { usePagedItems } from '../../collection/item-list/use-paged-items.ts';
import { LinkList } from '../../collection/parts/link-list.tsx';
import { GapNotice, ListSkeleton } from '../../collection/parts/list-states.tsx';
import { PlayAll } from '../../collection/parts/play-all.tsx';
import { ScreenHeader } from '../../collection/parts/screen-header.tsx';
import { type Section, SectionList } from '../../collection/parts/section-list.tsx';
import { SongsAmongOthers } from '../../collection/parts/songs-among-others.tsx';
import { useCollectionStatus } from '../../collection/parts/use-collection-status.ts';
import { type Expansion, expandableSection, useExpansion } from '../../collection/parts/use-expansion.ts';
import { WholeScreen } from '../../collection/parts/whole-screen.tsx';
import { paths } from '../../lib/paths.ts';
import { artistTexts } from '../../texts/artists.ts';
import { texts } from '../../texts/index.ts';
import { listTexts } from '../../texts/lists.ts';

/** A genre: those beside it, who plays it, its newest albums, and all its songs. */
export function GenreScreen({ id }: { readonly id: string }): ReactNode {
  return (
    <WholeScreen
      query={useQuery(genreQuery(id))}
      titleOf={({ name }) => name}
      skeleton="cards"
      wayOut={{ label: texts.app.genres, href: paths.genres() }}
    >
      {(genre) => <Genre key={id} genre={genre} />}
    </WholeScreen>
  );
}

function Genre({ genre }: { readonly genre: WholeGenre }): ReactNode {
  const { id, name, related, album_count: albums, song_count: songs } = genre;
  const songList = useMemo(() => genreSongList(id), [id]);
  const tools = useListTools(`genre ${id}`);
  const paged = usePagedItems(songList, (first) => tools.wantsAll(first.total));
  const expansion = useExpansion(id);
  const sections = useMemo(() => sectionsOf(genre, expansion), [genre, expansion]);
  const plays = useMemo(() => ({ name: '', targets: [{ kind: 'genre', id } as const] }), [id]);
  const { awaySources } = useCollectionStatus();
  const counts = [texts.collection.albumCount(albums), texts.collection.songCount(songs)];
  return (
    <>
      <ScreenHeader
        title={name}
        detail={counts.join(' · ')}
        actions={
          <PlayAll
            label={name}
            list={plays}
            place={{ genreId: id }}
            tools={paged.total > 1 ? tools : undefined}
          />
        }
      />
      <LinkList
        label={artistTexts.relatedTo(name)}
        links={related.map((other) => ({ href: paths.genre(other.id), text: other.name }))}
      />
      {paged.status === 'pending' ? (
        // Back goes to its place in the whole list, which is long enough only with its songs.
        <ListSkeleton kind="cards" />
      ) : (
        <SongsAmongOthers
          tools={tools}
          paged={paged}
          label={texts.collection.songsOf(name)}
          awaySources={awaySources}
        >
          <SectionList
            label={artistTexts.musicOf(name)}
            sections={sections}
            tail={{ heading: { text: listTexts.songs, targets: plays.targets }, paged }}
          />
        </SongsAmongOthers>
      )}
      {(paged.hasGap || paged.status === 'error') && <GapNotice onRetry={paged.retry} />}
    </>
  );
}

function sectionsOf(genre: WholeGenre, expansion: Expansion): readonly Section[] {
  const { main_artists: artists, recent } = genre;
  return [
    {
      key: 'artists',
      text: artistTexts.mainArtists,
      kind: 'rows' as const,
      items: artists.map(itemFromArtist),
    },
    {
      key: 'albums',
      text: artistTexts.newestAlbums,
      kind: 'cards' as const,
      items: recent.map(itemFromAlbum),
    },
  ].map((section) => expandableSection(section, expansion));
}
