import { useQuery } from '@tanstack/react-query';
import { versionOptions } from '../../api/setup.ts';
import { settingsTexts } from '../../texts/settings.ts';
import { Section } from './section.tsx';

/** Which product and version answers, and where its calls are described. */
export function AboutSection() {
  const server = useQuery(versionOptions()).data;
  const text = settingsTexts.about;
  return (
    <Section title={text.title}>
      {server && <p>{text.version(server.name, server.version)}</p>}
      <a href={new URL('api-docs', document.baseURI).href} target="_blank" rel="noreferrer">
        {text.apiDocs}
      </a>
    </Section>
  );
}
