import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Settings, SoundStatus } from '@tonearm/contract';
import { soundStatusOptions } from '../../../api/running/server-care.ts';
import { getSettings, putSettings } from '../../../api/settings.ts';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { settingsTexts } from '../../../texts/settings.ts';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import forms from '../forms.module.css';
import { LoadState } from '../load-state.tsx';
import { Problem, Section } from '../section.tsx';
import { useTask } from '../use-task.ts';
import { Fact } from './fact.tsx';
import styles from './server-tab.module.css';

/** Whether ffmpeg is there, what it does, and the two switches of it. */
export function SoundSection() {
  const status = useQuery(soundStatusOptions());
  const settings = useQuery({
    queryKey: ['settings', 'sound'],
    queryFn: ({ signal }) => getSettings(signal),
  });
  return (
    <Section title={settingsTexts.care.sound.title}>
      {status.data && settings.data ? (
        <>
          <Facts seen={status.data} />
          <Switches saved={settings.data} />
        </>
      ) : (
        <LoadState queries={[status, settings]} />
      )}
    </Section>
  );
}

function Facts({ seen }: { readonly seen: SoundStatus }) {
  const text = settingsTexts.care.sound;
  const { ffmpeg, converting, measuring } = seen;
  const facts: readonly (readonly [string, string])[] = [
    [text.ffmpeg, ffmpegIn(seen)],
    [text.running, text.runningOf(converting.running, converting.limit, converting.limit_each)],
    [
      text.cache,
      text.cacheOf(formatBytes(converting.cache_bytes), formatBytes(converting.cache_limit_bytes)),
    ],
    [text.waveforms, formatBytes(measuring.waveform_bytes)],
    [text.measuring, measuringIn(measuring)],
    [text.measured, measuredIn(measuring)],
  ];
  return (
    <>
      <dl className={styles['facts']}>
        {(ffmpeg.state === 'absent' ? facts.slice(0, 1) : facts).map(([name, value]) => (
          <Fact key={name} name={name} value={value} />
        ))}
      </dl>
      {ffmpeg.state === 'absent' && (
        <div className={forms['note']}>
          <p>{text.absentTip}</p>
          {ffmpeg.reason !== null && <p>{text.why(ffmpeg.reason)}</p>}
        </div>
      )}
    </>
  );
}

function ffmpegIn({ ffmpeg }: SoundStatus): string {
  const text = settingsTexts.care.sound;
  if (ffmpeg.state === 'asking') return text.asking;
  if (ffmpeg.state === 'absent') return text.absent;
  const version = ffmpeg.version ?? '';
  return ffmpeg.formats.length === 0
    ? text.readyWithout(version)
    : text.ready(version, ffmpeg.formats.join(', '));
}

function measuringIn({ state, progress }: SoundStatus['measuring']): string {
  const text = settingsTexts.care.sound;
  const words = text.states[state];
  if (progress === null || state === 'off') return words;
  return text.progress(words, new Intl.NumberFormat('en', { style: 'percent' }).format(progress));
}

function measuredIn({ measured, failed }: SoundStatus['measuring']): string {
  const text = settingsTexts.care.sound;
  const songs = text.measuredSongs(measured);
  return failed === 0 ? songs : `${songs}, ${text.failed(failed)}`;
}

function Switches({ saved }: { readonly saved: Settings }) {
  const text = settingsTexts.care.sound;
  const queries = useQueryClient();
  const { problem, run } = useTask();
  const save = async (change: Partial<Settings>) => {
    if (!(await run(() => putSettings(change)))) return;
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['settings', 'sound'] }),
      queries.invalidateQueries({ queryKey: soundStatusOptions().queryKey }),
    ]);
  };
  return (
    <div className={forms['form']}>
      <Checkbox
        label={text.converts}
        checked={saved.converts_songs}
        onChange={(event) => void save({ converts_songs: event.currentTarget.checked })}
      />
      <Checkbox
        label={text.measures}
        checked={saved.measures_songs}
        onChange={(event) => void save({ measures_songs: event.currentTarget.checked })}
      />
      <Problem>{problem}</Problem>
    </div>
  );
}
