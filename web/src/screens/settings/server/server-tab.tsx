import { Sections } from '../section.tsx';
import { BackupsSection } from './backups-section.tsx';
import { CollectionHealth } from './collection-health.tsx';
import { DiagnosticsSection } from './diagnostics-section.tsx';
import { LogSection } from './log-section.tsx';
import { SoundSection } from './sound-section.tsx';

/** How the server does: backups, sizes and states, and its log. */
export function ServerTab() {
  return (
    <Sections>
      <BackupsSection />
      <DiagnosticsSection />
      <SoundSection />
      <CollectionHealth />
      <LogSection />
    </Sections>
  );
}
