import { useQuery } from '@tanstack/react-query';
import type { WholeArtist } from '@tonearm/contract';
import { type ReactNode, useMemo } from 'react';
import { artistQuery, worksQuery } from '../../api/music.ts';
import { LinkList } from '../../collection/parts/link-list.tsx';
import { NoAlbums } from '../../collection/parts/no-albums.tsx';
import { PlayAll } from '../../collection/parts/play-all.tsx';
import { ScreenHeader } from '../../collection/parts/screen-header.tsx';
import { SectionList } from '../../collection/parts/section-list.tsx';
import { useExpansion } from '../../collection/parts/use-expansion.ts';
import { WholeScreen } from '../../collection/parts/whole-screen.tsx';
import { paths } from '../../lib/paths.ts';
import { HeartButton } from '../../menus/heart-button.tsx';
import { Stars } from '../../menus/stars.tsx';
import { artistTexts } from '../../texts/artists.ts';
import { texts } from '../../texts/index.ts';
import styles from './artist-screen.module.css';
import { artistSections } from './artist-sections.ts';

/** Somebody whom songs name: what one played most of them, their albums, and those of others with them. */
export function ArtistScreen({ id }: { readonly id: string }): ReactNode {
  return (
    <WholeScreen
      query={useQuery(artistQuery(id))}
      titleOf={({ name }) => name}
      skeleton="cards"
      wayOut={{ label: texts.app.artists, href: paths.artists() }}
    >
      {(artist) => <Artist key={id} artist={artist} />}
    </WholeScreen>
  );
}

function Artist({ artist }: { readonly artist: WholeArtist }): ReactNode {
  const { id, name, genres, similar } = artist;
  const expansion = useExpansion(id);
  const sections = useMemo(() => artistSections(artist, expansion), [artist, expansion]);
  const plays = useMemo(() => ({ name: '', targets: [{ kind: 'artist', id } as const] }), [id]);
  const liked = { kind: 'artist', name: id } as const;
  const isEmpty = sections.every(({ items }) => items.length === 0);
  return (
    <>
      <ScreenHeader
        title={name}
        subtitle={rolesOf(artist)}
        detail={countsOf(artist)}
        actions={
          <PlayAll label={name} list={plays} place={{ liked }}>
            <HeartButton liked={liked} />
            <Stars liked={liked} />
          </PlayAll>
        }
      />
      <LinkList
        label={artistTexts.genresOf(name)}
        links={genres.map((genre) => ({ href: paths.genre(genre.id), text: genre.name }))}
      />
      {artist.roles.includes('composer') && <Works id={id} />}
      {isEmpty ? (
        <NoAlbums />
      ) : (
        <SectionList label={artistTexts.musicOf(name)} sections={sections} knownArtist={name} />
      )}
      {similar.length > 0 && (
        <section className={styles['similar']}>
          <h2>{artistTexts.similar}</h2>
          <LinkList
            label={artistTexts.similar}
            links={similar.flatMap((one) =>
              one.id === null ? [] : [{ href: paths.artist(one.id), text: one.name }],
            )}
          />
        </section>
      )}
    </>
  );
}

/** Works shown on the page of their composer. */
const mostWorks = 24;

/** Works of a composer, where tags name any; the heading leads to all of them. */
function Works({ id }: { readonly id: string }): ReactNode {
  const { data } = useQuery(worksQuery(id));
  if (!data || data.works.length === 0) return null;
  return (
    <section className={styles['similar']}>
      <h2>
        <a href={paths.works(id)}>{artistTexts.works}</a>
      </h2>
      <LinkList
        label={artistTexts.works}
        links={data.works.slice(0, mostWorks).map(({ name }) => ({ href: paths.work(id, name), text: name }))}
      />
    </section>
  );
}

/** What they do, where it is more than to be the artist. */
const rolesOf = ({ roles }: WholeArtist): string =>
  roles.some((role) => role !== 'artist') ? roles.map((role) => artistTexts.roles[role]).join(' · ') : '';

const countsOf = ({ album_count: albums, song_count: songs }: WholeArtist): string =>
  [albums > 0 ? texts.collection.albumCount(albums) : '', texts.collection.songCount(songs)]
    .filter(Boolean)
    .join(' · ');
