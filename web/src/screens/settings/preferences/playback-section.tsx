import { settingsTexts } from '../../../texts/settings.ts';
import styles from '../forms.module.css';
import { Section } from '../section.tsx';
import { ChoiceSelect } from './choice-select.tsx';

/** How songs sound in this browser. */
export function PlaybackSection() {
  const text = settingsTexts.playback;
  return (
    <Section title={text.title}>
      <ChoiceSelect name="levels" texts={text.levels} />
      <ChoiceSelect name="preamp" texts={text.preamp} />
      <ChoiceSelect name="crossfade" texts={text.crossfade} />
      <ChoiceSelect name="spokenRate" texts={text.spokenRate} />
      <p className={styles['note']}>{text.tip}</p>
    </Section>
  );
}
