import { useQuery } from '@tanstack/react-query';
import type { LogEntry } from '@tonearm/contract';
import { useState } from 'react';
import { logOptions } from '../../../api/running/server-care.ts';
import { settingsTexts } from '../../../texts/settings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Select } from '../../../ui/controls/select.tsx';
import forms from '../forms.module.css';
import { LoadState } from '../load-state.tsx';
import { Section } from '../section.tsx';
import styles from './server-tab.module.css';

const levels: readonly LogEntry['level'][] = ['debug', 'info', 'warn', 'error'];

const timeFormat = new Intl.DateTimeFormat('en', { dateStyle: 'short', timeStyle: 'medium' });

/** The latest lines of the log, the newest first. */
export function LogSection() {
  const [level, setLevel] = useState<LogEntry['level']>('info');
  const log = useQuery(logOptions(level));
  const text = settingsTexts.care.log;
  return (
    <Section title={text.title}>
      <p>{text.text}</p>
      <div className={forms['actions']}>
        <Select
          label={text.level}
          value={level}
          options={levels.map((value) => ({ value, label: text.levels[value] }))}
          onValueChange={setLevel}
        />
        <Button needsServer onClick={() => void log.refetch()}>
          {text.refresh}
        </Button>
      </div>
      {log.data ? <Lines entries={log.data} /> : <LoadState queries={[log]} />}
    </Section>
  );
}

function Lines({ entries }: { readonly entries: readonly LogEntry[] }) {
  const text = settingsTexts.care.log;
  if (entries.length === 0) return <p>{text.empty}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard has to get there.
    <section className={styles['lines']} aria-label={text.lines} tabIndex={0}>
      {entries.toReversed().map((entry) => (
        <Line key={entry.id} entry={entry} />
      ))}
    </section>
  );
}

function Line({ entry }: { readonly entry: LogEntry }) {
  const isBad = entry.level === 'error' || entry.level === 'warn';
  return (
    <p dir="auto">
      <span className={styles['time']}>{timeFormat.format(entry.at_ms)}</span>{' '}
      <span className={isBad ? styles['bad'] : undefined}>{entry.text}</span>
    </p>
  );
}
