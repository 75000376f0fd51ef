import { useQuery } from '@tanstack/react-query';
import { soundAbilitiesQuery } from '../../../api/sound/waveforms.ts';
import { settingsTexts } from '../../../texts/settings.ts';
import styles from '../forms.module.css';
import { ChoiceSelect } from './choice-select.tsx';

/** How much data songs may take in this browser, and whether the server can do something about it. */
export function QualityChoice() {
  const text = settingsTexts.playback;
  const { data } = useQuery(soundAbilitiesQuery);
  return (
    <>
      <ChoiceSelect name="soundQuality" texts={text.soundQuality} />
      <p className={styles['note']}>{data?.formats.length === 0 ? text.qualityWithout : text.qualityTip}</p>
    </>
  );
}
