import { useSession } from '../../../storage/session-store.ts';
import { settingsTexts } from '../../../texts/settings.ts';
import { Section, Sections } from '../section.tsx';
import { OwnPasswordSection } from './own-password-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

/** The account of whoever is signed in: who they are, their password, where they are signed in. */
export function AccountTab() {
  const session = useSession();
  const text = settingsTexts.ownAccount;
  return (
    <Sections>
      <Section title={text.title}>
        <p>
          {text.signedInAs}
          <strong dir="auto">{session?.username}</strong>. {session?.isAdmin === true && text.isAdmin}
        </p>
      </Section>
      <OwnPasswordSection />
      <SessionsSection />
    </Sections>
  );
}
