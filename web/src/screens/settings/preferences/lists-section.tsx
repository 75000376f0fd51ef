import { settingsTexts } from '../../../texts/settings.ts';
import styles from '../forms.module.css';
import { Section } from '../section.tsx';
import { ChoiceSelect } from './choice-select.tsx';

/** How lists look in this browser, and what a finger does with their songs. */
export function ListsSection() {
  const text = settingsTexts.lists;
  return (
    <Section title={text.title}>
      <ChoiceSelect name="density" texts={text.density} />
      <ChoiceSelect name="listTools" texts={text.listTools} />
      <ChoiceSelect name="tapChoice" texts={text.tapChoice} />
      <p className={styles['note']}>{text.tip}</p>
    </Section>
  );
}
