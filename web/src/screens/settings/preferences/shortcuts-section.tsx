import { setShortcuts, useAreShortcutsOn } from '../../../storage/shortcut-setting.ts';
import { settingsTexts } from '../../../texts/settings.ts';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import styles from '../forms.module.css';
import { Section } from '../section.tsx';

/** Turns the keyboard shortcuts of this browser on or off. */
export function ShortcutsSection() {
  const areOn = useAreShortcutsOn();
  return (
    <Section title={settingsTexts.input.title}>
      <Checkbox
        label={settingsTexts.input.shortcuts}
        checked={areOn}
        onChange={(event) => setShortcuts(event.currentTarget.checked)}
      />
      <p className={styles['note']}>{settingsTexts.input.shortcutsTip}</p>
    </Section>
  );
}
