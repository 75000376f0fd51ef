import { useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { cancelScan, triggerScan } from '../../../api/scanning.ts';
import { putSettings } from '../../../api/settings.ts';
import { logProblem } from '../../../lib/log.ts';
import { settingsTexts } from '../../../texts/settings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import { Problem, Section } from '../section.tsx';
import { useFeedback } from '../use-feedback.ts';
import { useTask } from '../use-task.ts';
import { periodMinutesOf, periodSecondsOf } from './scan-period.ts';
import { ScanProgress } from './scan-progress.tsx';
import styles from './scan-section.module.css';
import { useScanStatus } from './use-scan-status.ts';

/** How often the collection is scanned, a button to do it now, and how it goes. */
export function ScanSection({ savedPeriodSeconds }: { readonly savedPeriodSeconds: number }) {
  const status = useScanStatus();
  const { state, run } = useFeedback(scan);
  const saving = useTask();
  const stopping = useTask();
  const text = settingsTexts.scan;
  return (
    <Section title={text.title}>
      <div className={styles['controls']}>
        <PeriodField
          savedSeconds={savedPeriodSeconds}
          onSave={(seconds) => void saving.run(() => putSettings({ reindex_every_n_seconds: seconds }))}
        />
        <Button variant="primary" needsServer disabled={state === 'applying'} onClick={() => void run()}>
          {text.states[state]}
        </Button>
        {status?.is_scanning && (
          <Button variant="quiet" needsServer onClick={() => void stopping.run(cancelScan)}>
            {text.stop}
          </Button>
        )}
      </div>
      <Problem>{saving.problem && settingsTexts.notSaved(saving.problem)}</Problem>
      <Problem>{stopping.problem}</Problem>
      {status && <ScanProgress status={status} />}
    </Section>
  );
}

async function scan(): Promise<boolean> {
  try {
    const status = await triggerScan();
    if (status !== 200) logProblem('The scan was not started', status);
    return status === 200;
  } catch (error) {
    logProblem('The scan was not started', error instanceof ApiError ? error.status : error);
    return false;
  }
}

/** The period in minutes; what is no period is put back, and what was not changed is not saved. */
function PeriodField(props: { readonly savedSeconds: number; readonly onSave: (seconds: number) => void }) {
  const [seconds, setSeconds] = useState(props.savedSeconds);
  const [minutes, setMinutes] = useState(periodMinutesOf(seconds));
  const text = settingsTexts.scan;
  const save = () => {
    // The text is rounded: saving it as it was shown would change a period of 90 seconds to two minutes.
    if (minutes === periodMinutesOf(seconds)) return;
    const next = periodSecondsOf(minutes);
    if (next === null) {
      setMinutes(periodMinutesOf(seconds));
    } else if (next !== seconds) {
      setSeconds(next);
      setMinutes(periodMinutesOf(next));
      props.onSave(next);
    }
  };
  return (
    <div className={styles['period']}>
      <span aria-hidden="true">{text.every}</span>
      <TextField
        label={text.everyLabel}
        isLabelHidden
        className={styles['minutes']}
        type="number"
        inputMode="numeric"
        min={0}
        title={text.everyTip}
        value={minutes}
        onChange={(event) => setMinutes(event.currentTarget.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save();
        }}
      />
      <span aria-hidden="true">{text.minutes}</span>
    </div>
  );
}
