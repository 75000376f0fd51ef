import { AboutSection } from '../about-section.tsx';
import { Sections } from '../section.tsx';
import { ListsSection } from './lists-section.tsx';
import { OutboxSection } from './outbox-section.tsx';
import { PlaybackSection } from './playback-section.tsx';
import { ServicesSections } from './services-section.tsx';
import { ShortcutsSection } from './shortcuts-section.tsx';
import { ThemeSection } from './theme-section.tsx';

/** What every user chooses for themselves. */
export function PreferencesTab() {
  return (
    <Sections>
      <ThemeSection />
      <ServicesSections />
      <OutboxSection />
      <ListsSection />
      <PlaybackSection />
      <ShortcutsSection />
      <AboutSection />
    </Sections>
  );
}
