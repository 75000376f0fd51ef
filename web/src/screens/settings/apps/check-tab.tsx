import type { AppCheck, AppFinding, CheckedApp } from '@tonearm/contract';
import { type FormEvent, useState } from 'react';
import { checkApp } from '../../../api/people/app-check.ts';
import { paths } from '../../../lib/paths.ts';
import { settingsTexts } from '../../../texts/settings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Select } from '../../../ui/controls/select.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import forms from '../forms.module.css';
import { Problem, Section, Sections } from '../section.tsx';
import { useTask } from '../use-task.ts';
import styles from './check-tab.module.css';
import { serverAddress } from './server-address.ts';

function Finding({ finding }: { readonly finding: AppFinding }) {
  const text = settingsTexts.appCheck;
  const words = text.findings[finding.name];
  return (
    <li className={styles['finding']} data-weight={finding.weight}>
      <p className={styles['weight']}>{text.weights[finding.weight]}</p>
      <p>{words.what({ seen: finding.seen ?? '', call: finding.call ?? '' })}</p>
      <p className={forms['note']}>{words.advice}</p>
    </li>
  );
}

function Result({ check }: { readonly check: AppCheck }) {
  const text = settingsTexts.appCheck;
  const { findings, ways } = check;
  return (
    <Section title={text.results}>
      <p>{findings.length === 0 ? text.fine(text.apps[check.app]) : text.found(findings.length)}</p>
      {findings.length > 0 && (
        <ul className={styles['findings']} aria-label={text.results}>
          {findings.map((finding) => (
            <Finding key={`${finding.name} ${finding.call}`} finding={finding} />
          ))}
        </ul>
      )}
      {ways.map(({ way, answered, calls }) => (
        <p key={way} className={forms['note']}>
          {text.ways[way](answered, calls)}
        </p>
      ))}
    </Section>
  );
}

const isApp = (name: string): name is CheckedApp => name in settingsTexts.appCheck.apps;

/** Tries what an app will meet, and says in words what would go wrong. */
export function CheckTab() {
  const text = settingsTexts.appCheck;
  const [app, setApp] = useState<CheckedApp>('symfonium');
  const [address, setAddress] = useState(serverAddress);
  const [check, setCheck] = useState<AppCheck | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const { problem, run } = useTask();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setCheck(null);
    await run(async () => setCheck(await checkApp(app, address)));
    setIsBusy(false);
  };
  const options = Object.entries(text.apps).map(([value, label]) => ({ value, label }));
  return (
    <Sections>
      <Section title={text.title}>
        <a href={paths.settings('apps')}>{text.back}</a>
        <p>{text.explanation}</p>
        <form className={forms['form']} onSubmit={submit} aria-label={text.title}>
          <Select
            label={text.app}
            value={app}
            options={options}
            onValueChange={(value) => {
              if (isApp(value)) setApp(value);
            }}
          />
          <TextField
            label={text.address}
            tip={text.addressTip}
            value={address}
            type="url"
            inputMode="url"
            autoComplete="off"
            required
            onChange={(event) => setAddress(event.currentTarget.value)}
          />
          <Button type="submit" variant="primary" disabled={isBusy}>
            {text.start}
          </Button>
        </form>
        <p role="status" className={forms['note']}>
          {isBusy ? text.busy : ''}
        </p>
        <Problem>{problem}</Problem>
      </Section>
      <div aria-live="polite">{check !== null && <Result check={check} />}</div>
    </Sections>
  );
}
