import { useQuery } from '@tanstack/react-query';
import type { WholeAlbum } from '@tonearm/contract';
import { type ReactNode, useMemo } from 'react';
import { albumQuery } from '../../api/music.ts';
import { SectionList } from '../../collection/parts/section-list.tsx';
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
  const { title, artist, songs } = album;
  const sections = useMemo(() => albumSections(album), [album]);
  const trackWords = useMemo(() => trackWordsOf(songs), [songs]);
  const plays = useMemo(() => ({ name: '', targets: [{ kind: 'songs', songs } as const] }), [songs]);
  return (
    <>
      <AlbumHead album={album} plays={plays} />
      <SectionList
        label={texts.collection.songsOf(title)}
        sections={sections}
        plays={plays}
        knownArtist={artist}
        trackWords={trackWords}
      />
    </>
  );
}
