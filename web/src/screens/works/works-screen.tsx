import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { worksQuery } from '../../api/music.ts';
import { ScreenHeader } from '../../collection/parts/screen-header.tsx';
import { WholeScreen } from '../../collection/parts/whole-screen.tsx';
import { paths } from '../../lib/paths.ts';
import { ArtistNames } from '../../menus/artist-names.tsx';
import { artistTexts } from '../../texts/artists.ts';
import { texts } from '../../texts/index.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Music } from '../../ui/icons.ts';
import styles from './works-screen.module.css';

/** Works of a composer, each leading to its recordings. */
export function WorksScreen({ id }: { readonly id: string }): ReactNode {
  return (
    <WholeScreen
      query={useQuery(worksQuery(id))}
      titleOf={({ composer }) => artistTexts.worksOf(composer.name)}
      skeleton="rows"
      wayOut={{ label: texts.app.artists, href: paths.artists() }}
    >
      {({ composer, works }) => (
        <>
          <ScreenHeader
            title={artistTexts.works}
            subtitle={<ArtistNames text={composer.name} artists={[composer]} />}
          />
          {works.length === 0 && <EmptyState icon={<Music />}>{artistTexts.noWorks}</EmptyState>}
          <ul className={styles['works']} aria-label={artistTexts.worksOf(composer.name)}>
            {works.map(({ name, album_count: albums, song_count: songs }) => (
              <li key={name}>
                <a className={styles['work']} href={paths.work(id, name)}>
                  <span dir="auto">{name}</span>
                  <span className={styles['counts']}>
                    {[
                      artistTexts.recordingCount(Math.max(1, albums)),
                      texts.collection.songCount(songs),
                    ].join(' · ')}
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </WholeScreen>
  );
}
