import { type ChoiceName, choices, choose, useChoice } from '../../../storage/choice-setting.ts';
import { settingsTexts } from '../../../texts/settings.ts';
import { Select } from '../../../ui/controls/select.tsx';
import styles from '../forms.module.css';
import { Section } from '../section.tsx';

/** How lists look in this browser, and what a finger does with their songs. */
export function ListsSection() {
  const text = settingsTexts.lists;
  return (
    <Section title={text.title}>
      <ChoiceSelect name="density" />
      <ChoiceSelect name="listTools" />
      <ChoiceSelect name="tapChoice" />
      <p className={styles['note']}>{text.tip}</p>
    </Section>
  );
}

function ChoiceSelect({ name }: { readonly name: ChoiceName }) {
  const { label, options }: ChoiceTexts = settingsTexts.lists[name];
  return (
    <Select<string>
      label={label}
      value={useChoice(name)}
      options={choices[name].map((value) => ({ value, label: options[value] ?? value }))}
      onValueChange={(value) => choose(name, value as never)}
    />
  );
}

interface ChoiceTexts {
  readonly label: string;
  readonly options: Readonly<Record<string, string>>;
}
