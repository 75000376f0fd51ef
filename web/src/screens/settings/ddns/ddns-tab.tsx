import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Ddns, DdnsStatus } from '@tonearm/contract';
import { useState } from 'react';
import { getDdns, getDdnsStatus, putDdns } from '../../../api/settings.ts';
import { formatWhen } from '../../../lib/format-when.ts';
import { settingsTexts } from '../../../texts/settings.ts';
import { TextField } from '../../../ui/controls/text-field.tsx';
import styles from '../forms.module.css';
import { LoadState } from '../load-state.tsx';
import { Problem, Section, Sections } from '../section.tsx';
import { useTask } from '../use-task.ts';

const statusKey = ['ddns-status'];
/** The update runs after the answer to a save; this is how its result gets on screen. */
const statusIntervalMs = 5_000;

/** The dynamic DNS account, and how its updates go. */
export function DdnsTab() {
  const config = useQuery({
    queryKey: ['ddns'],
    queryFn: ({ signal }) => getDdns(signal),
    // A form that is being filled in must not be filled in by anybody else.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const text = settingsTexts.dns;
  return (
    <Sections>
      <Section title={settingsTexts.ddns} isTitleHidden>
        <p>
          {text.textBefore}
          <a href={text.providerUrl} target="_blank" rel="noreferrer">
            {text.provider}
          </a>
          {text.textAfter}
        </p>
        {config.data ? <DdnsForm saved={config.data} /> : <LoadState queries={[config]} />}
      </Section>
      <DdnsState />
    </Sections>
  );
}

/** Hostname, username and password; each saved when it has changed. */
function DdnsForm({ saved }: { readonly saved: Ddns }) {
  const queries = useQueryClient();
  const [ddns, setDdns] = useState(saved);
  const [lastSaved, setLastSaved] = useState(saved);
  const { problem, run } = useTask();
  const text = settingsTexts.dns;
  const save = async () => {
    if (JSON.stringify(ddns) === JSON.stringify(lastSaved)) return;
    if (await run(() => putDdns(ddns))) setLastSaved(ddns);
    await queries.invalidateQueries({ queryKey: statusKey });
  };
  const field = (part: keyof Ddns) => ({
    value: ddns[part],
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      setDdns({ ...ddns, [part]: event.currentTarget.value }),
    onBlur: () => void save(),
  });
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextField
        label={text.hostname}
        placeholder={text.hostnamePlaceholder}
        tip={text.hostnameTip}
        autoComplete="off"
        inputMode="url"
        {...field('host')}
      />
      <TextField label={text.username} tip={text.usernameTip} autoComplete="off" {...field('username')} />
      <TextField
        label={text.password}
        type="password"
        tip={text.passwordTip}
        autoComplete="off"
        {...field('password')}
      />
      <Problem>{problem && settingsTexts.notSaved(problem)}</Problem>
      {/* Enter saves, as leaving a field does. */}
      <button type="submit" hidden />
    </form>
  );
}

/** What came of the last update, in the words of this client; in those of the server where it says something newer. */
const reasonText = ({ last_message, last_reason, last_status }: DdnsStatus): string => {
  const text = settingsTexts.dns;
  const words = last_reason ? text.reasons[last_reason] : undefined;
  if (words === undefined) return last_message ?? '';
  return last_status === null ? words : text.withStatus(words, last_status);
};

function DdnsState() {
  const status = useQuery({
    queryKey: statusKey,
    queryFn: ({ signal }) => getDdnsStatus(signal),
    refetchInterval: statusIntervalMs,
  }).data;
  const text = settingsTexts.dns;
  if (!status) return null;
  const when = (at: number) => formatWhen(at, Date.now());
  const result =
    status.last_result === null || status.last_attempt_at === null
      ? text.never
      : text.results[status.last_result](when(status.last_attempt_at));
  const reason = reasonText(status);
  return (
    <Section title={text.statusTitle}>
      <div role="status">
        <p>{status.is_configured ? result : text.off}</p>
        {reason !== '' && <p className={styles['note']}>{reason}</p>}
        {status.address && <p className={styles['note']}>{text.address(status.address)}</p>}
        {status.is_configured && status.next_attempt_at !== null && (
          <p className={styles['note']}>{text.next(when(status.next_attempt_at))}</p>
        )}
      </div>
    </Section>
  );
}
