import { useQuery } from '@tanstack/react-query';
import { musicRulesQuery } from '../../../api/settings.ts';
import { settingsTexts } from '../../../texts/settings.ts';
import { LoadState } from '../load-state.tsx';
import { Section, Sections } from '../section.tsx';
import { RulesForm } from './rules-form.tsx';

/** How tags become artists, albums and genres. */
export function TagsTab() {
  const rules = useQuery(musicRulesQuery());
  if (!rules.data) return <LoadState queries={[rules]} />;
  return (
    <Sections>
      <Section title={settingsTexts.rules.title}>
        <RulesForm saved={rules.data.rules} initial={rules.data.initial} />
      </Section>
    </Sections>
  );
}
