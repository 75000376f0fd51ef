import { useQuery } from '@tanstack/react-query';
import { getMountDirs, getSettings } from '../../../api/settings.ts';
import { paths } from '../../../lib/paths.ts';
import { settingsTexts } from '../../../texts/settings.ts';
import { LoadState } from '../load-state.tsx';
import { Section, Sections } from '../section.tsx';
import { AlbumArtField } from './album-art-field.tsx';
import { AwaySources } from './away-sources.tsx';
import styles from './collection-tab.module.css';
import { ScanSection } from './scan-section.tsx';
import { SourcesTable } from './sources-table.tsx';

/** What is being edited must not be exchanged beneath the fields. */
const untouched = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 };

/** Where the music is and how it is scanned. Nothing shows until settings and sources are loaded. */
export function CollectionTab() {
  const settings = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => getSettings(signal),
    ...untouched,
  });
  const mountDirs = useQuery({
    queryKey: ['mount-dirs'],
    queryFn: ({ signal }) => getMountDirs(signal),
    ...untouched,
  });
  if (!settings.data || !mountDirs.data) return <LoadState queries={[settings, mountDirs]} />;
  return (
    <Sections>
      <AwaySources />
      <Section title={settingsTexts.sources.title}>
        <SourcesTable saved={mountDirs.data} />
      </Section>
      <Section title={settingsTexts.art.title}>
        <AlbumArtField saved={settings.data.album_art_pattern} />
      </Section>
      <Section title={settingsTexts.tags}>
        <p>{settingsTexts.tagsText}</p>
        <ul className={styles['links']}>
          <li>
            <a href={paths.settings('tags')}>{settingsTexts.rules.title}</a>
          </li>
          <li>
            <a href={paths.settings('corrections')}>{settingsTexts.corrections}</a>
          </li>
        </ul>
      </Section>
      <ScanSection savedPeriodSeconds={settings.data.reindex_every_n_seconds} />
    </Sections>
  );
}
