import { settingsTexts } from '../../../texts/settings.ts';
import styles from '../forms.module.css';
import { Section } from '../section.tsx';
import { ChoiceSelect } from './choice-select.tsx';
import { OutputChoice } from './output-choice.tsx';
import { QualityChoice } from './quality-choice.tsx';

/** How songs sound in this browser. */
export function PlaybackSection() {
  const text = settingsTexts.playback;
  return (
    <Section title={text.title}>
      <QualityChoice />
      <ChoiceSelect name="levels" texts={text.levels} />
      <ChoiceSelect name="preamp" texts={text.preamp} />
      <ChoiceSelect name="crossfade" texts={text.crossfade} />
      <ChoiceSelect name="spokenRate" texts={text.spokenRate} />
      <ChoiceSelect name="waveform" texts={text.waveform} />
      <OutputChoice />
      <p className={styles['note']}>{text.tip}</p>
    </Section>
  );
}
