import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { albumQuery } from '../../api/music.ts';
import { ListSkeleton } from '../../collection/parts/list-states.tsx';
import { SectionList } from '../../collection/parts/section-list.tsx';
import { useSubjectTitle } from '../../collection/parts/use-subject-title.ts';
import { WholeFailure } from '../../collection/parts/whole-failure.tsx';
import { paths } from '../../lib/paths.ts';
import { texts } from '../../texts/index.ts';
import { Screen } from '../../ui/screen.tsx';
import { trackWordsOf } from './album-credits.ts';
import { AlbumHead } from './album-head.tsx';
import { albumSections } from './album-sections.ts';

/** An album as its tags tell it. */
export function AlbumScreen({ id }: { readonly id: string }): ReactNode {
  const { data: album, error, refetch } = useQuery(albumQuery(id));
  const sections = useMemo(() => (album ? albumSections(album) : []), [album]);
  const trackWords = useMemo(() => trackWordsOf(album?.songs ?? []), [album]);
  const plays = useMemo(
    () => ({ name: '', targets: [{ kind: 'songs', songs: album?.songs ?? [] } as const] }),
    [album],
  );
  useSubjectTitle(album?.title);
  if (!album) {
    return (
      <Screen>
        {error ? (
          <WholeFailure
            error={error}
            onRetry={() => void refetch()}
            wayOut={{ label: texts.app.albums, href: paths.albums() }}
          />
        ) : (
          <ListSkeleton kind="rows" />
        )}
      </Screen>
    );
  }
  return (
    <Screen>
      <AlbumHead album={album} plays={plays} />
      <SectionList
        label={texts.collection.songsOf(album.title)}
        sections={sections}
        plays={plays}
        knownArtist={album.artist}
        trackWords={trackWords}
      />
    </Screen>
  );
}
