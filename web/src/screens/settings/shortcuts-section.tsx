import { setShortcuts, useAreShortcutsOn } from '../../storage/shortcut-setting.ts';
import { texts } from '../../texts/index.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import styles from './forms.module.css';
import { Section } from './section.tsx';

/** Turns the keyboard shortcuts of this browser on or off. */
export function ShortcutsSection() {
  const areOn = useAreShortcutsOn();
  return (
    <Section title={texts.settings.input.title}>
      <Checkbox
        label={texts.settings.input.shortcuts}
        checked={areOn}
        onChange={(event) => setShortcuts(event.currentTarget.checked)}
      />
      <p className={styles['note']}>{texts.settings.input.shortcutsTip}</p>
    </Section>
  );
}
