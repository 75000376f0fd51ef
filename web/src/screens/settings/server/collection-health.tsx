import { useQuery } from '@tanstack/react-query';
import { sourceStatesOptions } from '../../../api/scanning.ts';
import { settingsTexts } from '../../../texts/settings.ts';
import { ScanProgress } from '../collection/scan-progress.tsx';
import { useScanStatus } from '../collection/use-scan-status.ts';
import { Section } from '../section.tsx';

/** Whether each music source is there, how the last scan went, and what could not be read. */
export function CollectionHealth() {
  const sources = useQuery(sourceStatesOptions()).data;
  const status = useScanStatus();
  const text = settingsTexts.care.collection;
  return (
    <Section title={text.title}>
      {sources?.length === 0 && <p>{text.noSources}</p>}
      {sources !== undefined && sources.length > 0 && (
        <ul>
          {sources.map(({ name, state, song_count: songs }) => (
            <li key={name} dir="auto">
              {text.source(name, text.states[state], text.songs(songs))}
            </li>
          ))}
        </ul>
      )}
      {status && <ScanProgress status={status} />}
    </Section>
  );
}
