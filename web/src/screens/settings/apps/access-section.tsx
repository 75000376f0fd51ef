import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AppScheme, Settings } from '@tonearm/contract';
import { getSettings, putSettings } from '../../../api/settings.ts';
import { settingsTexts } from '../../../texts/settings.ts';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import forms from '../forms.module.css';
import { LoadState } from '../load-state.tsx';
import { Problem, Section } from '../section.tsx';
import { useTask } from '../use-task.ts';

const queryKey = ['settings', 'apps'];

const schemes = ['key', 'plain', 'hex', 'token'] as const satisfies readonly AppScheme[];

/** What apps may do here at all: for administrators, and for everybody's apps. */
export function AccessSection() {
  const settings = useQuery({ queryKey, queryFn: ({ signal }) => getSettings(signal) });
  return (
    <Section title={settingsTexts.appAccess.title}>
      {settings.data ? <Switches saved={settings.data} /> : <LoadState queries={[settings]} />}
    </Section>
  );
}

function Switches({ saved }: { readonly saved: Settings }) {
  const text = settingsTexts.appAccess;
  const queries = useQueryClient();
  const { problem, run } = useTask();
  const save = async (change: Partial<Settings>) => {
    if (await run(() => putSettings(change))) await queries.invalidateQueries({ queryKey });
  };
  const { subsonic_enabled: isOn, subsonic_schemes: taken, subsonic_downloads: isKept } = saved;
  return (
    <div className={forms['form']}>
      <Checkbox
        label={text.enabled}
        tip={text.enabledTip}
        checked={isOn}
        onChange={(event) => void save({ subsonic_enabled: event.currentTarget.checked })}
      />
      <Checkbox
        label={text.downloads}
        checked={isKept}
        disabled={!isOn}
        onChange={(event) => void save({ subsonic_downloads: event.currentTarget.checked })}
      />
      <fieldset className={forms['form']} disabled={!isOn}>
        <legend>{text.schemes}</legend>
        {schemes.map((scheme) => (
          <Checkbox
            key={scheme}
            label={text.schemeNames[scheme]}
            checked={taken.includes(scheme)}
            onChange={(event) => {
              const isTaken = event.currentTarget.checked;
              const wanted = schemes.filter((one) => (one === scheme ? isTaken : taken.includes(one)));
              void save({ subsonic_schemes: wanted });
            }}
          />
        ))}
      </fieldset>
      <Problem>{problem && settingsTexts.notSaved(problem)}</Problem>
    </div>
  );
}
