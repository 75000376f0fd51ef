import { AboutSection } from '../about-section.tsx';
import { Sections } from '../section.tsx';
import { OutboxSection } from './outbox-section.tsx';
import { ServicesSections } from './services-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { ShortcutsSection } from './shortcuts-section.tsx';
import { ThemeSection } from './theme-section.tsx';

/** What every user chooses for themselves. */
export function PreferencesTab() {
  return (
    <Sections>
      <ThemeSection />
      <ServicesSections />
      <OutboxSection />
      <ShortcutsSection />
      <SessionsSection />
      <AboutSection />
    </Sections>
  );
}
