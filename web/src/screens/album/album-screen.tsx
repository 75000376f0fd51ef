import { useQuery } from '@tanstack/react-query';
import type { WholeAlbum } from '@tonearm/contract';
import { type ReactNode, useMemo } from 'react';
import { itemFromSong } from '../../api/collection.ts';
import { albumQuery } from '../../api/music.ts';
import { useListTools } from '../../collection/arrange/use-list-tools.ts';
import { pagedWhole } from '../../collection/item-list/use-paged-items.ts';
import { SectionList } from '../../collection/parts/section-list.tsx';
import { SongsAmongOthers } from '../../collection/parts/songs-among-others.tsx';
import { useCollectionStatus } from '../../collection/parts/use-collection-status.ts';
import { WholeScreen } from '../../collection/parts/whole-screen.tsx';
import { paths } from '../../lib/paths.ts';
import { texts } from '../../texts/index.ts';
import { trackWordsOf } from './album-credits.ts';
import { AlbumHead } from './album-head.tsx';
import { albumSections } from './album-sections.ts';

/** An album as its tags tell it. */
export function AlbumScreen({ id }: { readonly id: string }): ReactNode {
  return (
    <WholeScreen
      query={useQuery(albumQuery(id))}
      titleOf={({ title }) => title}
      skeleton="rows"
      wayOut={{ label: texts.app.albums, href: paths.albums() }}
    >
      {(album) => <Album album={album} />}
    </WholeScreen>
  );
}

function Album({ album }: { readonly album: WholeAlbum }): ReactNode {
  const { id, title, artist, songs } = album;
  const tools = useListTools(`album ${id}`);
  const paged = useMemo(() => pagedWhole(songs.map(itemFromSong)), [songs]);
  const { awaySources } = useCollectionStatus();
  const sections = useMemo(() => albumSections(album), [album]);
  const trackWords = useMemo(() => trackWordsOf(songs), [songs]);
  const plays = useMemo(() => ({ name: '', targets: [{ kind: 'songs', songs } as const] }), [songs]);
  return (
    <>
      <AlbumHead album={album} plays={plays} tools={tools} />
      <SongsAmongOthers
        tools={tools}
        paged={paged}
        label={texts.collection.songsOf(title)}
        awaySources={awaySources}
      >
        <SectionList
          label={texts.collection.songsOf(title)}
          sections={sections}
          plays={plays}
          knownArtist={artist}
          trackWords={trackWords}
        />
      </SongsAmongOthers>
    </>
  );
}
