import { type ChoiceName, choices, choose, useChoice } from '../../../storage/choice-setting.ts';
import { Select } from '../../../ui/controls/select.tsx';

/** What a choice is called, and what can be chosen. */
export interface ChoiceTexts {
  readonly label: string;
  readonly options: Readonly<Record<string, string>>;
}

/** One of the choices that people make for themselves in a browser. */
export function ChoiceSelect({ name, texts }: { readonly name: ChoiceName; readonly texts: ChoiceTexts }) {
  return (
    <Select<string>
      label={texts.label}
      value={useChoice(name)}
      options={choices[name].map((value) => ({ value, label: texts.options[value] ?? value }))}
      onValueChange={(value) => choose(name, value as never)}
    />
  );
}
