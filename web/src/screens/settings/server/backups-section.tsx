import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Backup, BackupStatus } from '@tonearm/contract';
import { useState } from 'react';
import {
  backupsOptions,
  makeBackup,
  putBackupSettings,
  restoreBackup,
} from '../../../api/running/server-care.ts';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { formatWhen } from '../../../lib/format-when.ts';
import { settingsTexts } from '../../../texts/settings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import { ConfirmDialog } from '../../../ui/layers/confirm-dialog.tsx';
import forms from '../forms.module.css';
import { LoadState } from '../load-state.tsx';
import { Problem, Section } from '../section.tsx';
import { useFeedback } from '../use-feedback.ts';
import { useTask } from '../use-task.ts';
import styles from './server-tab.module.css';

/** Rows that are shown at once; older ones unfold. */
const shownAtOnce = 7;

const dateFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const dateOf = (seconds: number): string => dateFormat.format(seconds * 1000);

/** When backups are made and where, those that there are, and the way back to one. */
export function BackupsSection() {
  const backups = useQuery(backupsOptions());
  const text = settingsTexts.care.backups;
  return (
    <Section title={text.title}>
      <p>{text.text}</p>
      {backups.data ? <Backups status={backups.data} /> : <LoadState queries={[backups]} />}
    </Section>
  );
}

function Backups({ status }: { readonly status: BackupStatus }) {
  const queries = useQueryClient();
  const making = useTask();
  const text = settingsTexts.care.backups;
  const reload = () => queries.invalidateQueries(backupsOptions());
  const { state, run } = useFeedback(async () => {
    const isMade = await making.run(makeBackup);
    await reload();
    return isMade;
  });
  return (
    <>
      <State status={status} />
      <Button
        variant="primary"
        needsServer
        disabled={state === 'applying' || status.is_running}
        onClick={() => void run()}
      >
        {text.states[state]}
      </Button>
      <Problem>{making.problem}</Problem>
      <BackupForm key={JSON.stringify([status.keep_count, status.folder])} saved={status} onSaved={reload} />
      <BackupList backups={status.backups} />
      {status.has_secret_key && <p className={forms['note']}>{text.keyApart(status.secret_key_file)}</p>}
      <p className={forms['note']}>{text.commandText}</p>
      <code className={styles['command']}>{status.restore_command}</code>
    </>
  );
}

function State({ status }: { readonly status: BackupStatus }) {
  const text = settingsTexts.care.backups;
  const [newest] = status.backups;
  const when = (seconds: number) => formatWhen(seconds, Date.now());
  return (
    <div role="status">
      <p>{newest ? text.last(when(newest.made_at)) : text.none}</p>
      {status.next_at !== null && <p className={forms['note']}>{text.next(when(status.next_at))}</p>}
      {status.last?.problem && (
        <p className={styles['bad']}>{text.failed(when(status.last.at), status.last.problem)}</p>
      )}
    </div>
  );
}

function BackupForm({ saved, onSaved }: { readonly saved: BackupStatus; readonly onSaved: () => unknown }) {
  const [keepCount, setKeepCount] = useState(String(saved.keep_count));
  const [folder, setFolder] = useState(saved.folder);
  const { problem, run } = useTask();
  const text = settingsTexts.care.backups;
  const save = async (change: Parameters<typeof putBackupSettings>[0]) => {
    if (await run(() => putBackupSettings(change))) await onSaved();
  };
  const saveCount = () => {
    const count = Number(keepCount);
    if (!Number.isInteger(count) || count < 1) setKeepCount(String(saved.keep_count));
    else if (count !== saved.keep_count) void save({ keep_count: Math.min(count, 1000) });
  };
  return (
    <form
      className={forms['form']}
      onSubmit={(event) => {
        event.preventDefault();
        saveCount();
        if (folder !== saved.folder) void save({ folder });
      }}
    >
      <Checkbox
        label={text.nightly}
        tip={text.nightlyTip}
        checked={saved.is_nightly}
        onChange={(event) => void save({ is_nightly: event.currentTarget.checked })}
      />
      <TextField
        label={text.keep}
        type="number"
        inputMode="numeric"
        min={1}
        max={1000}
        value={keepCount}
        onChange={(event) => setKeepCount(event.currentTarget.value)}
        onBlur={saveCount}
      />
      <TextField
        label={text.folder}
        placeholder={text.folderPlaceholder}
        tip={text.folderTip}
        autoComplete="off"
        value={folder}
        onChange={(event) => setFolder(event.currentTarget.value)}
        onBlur={() => folder !== saved.folder && void save({ folder })}
      />
      <Problem>{problem && settingsTexts.notSaved(problem)}</Problem>
      {/* Enter saves, as leaving a field does. */}
      <button type="submit" hidden />
    </form>
  );
}

function BackupList({ backups }: { readonly backups: readonly Backup[] }) {
  const [chosen, setChosen] = useState<Backup>();
  const [isRestoring, setIsRestoring] = useState(false);
  const { problem, run } = useTask();
  const text = settingsTexts.care.backups;
  const older = backups.slice(shownAtOnce);
  const row = (backup: Backup) => (
    <BackupRow key={`${backup.place} ${backup.name}`} backup={backup} onRestore={() => setChosen(backup)} />
  );
  const restore = async ({ name }: Backup) => {
    setChosen(undefined);
    setIsRestoring(await run(() => restoreBackup(name)));
  };
  return (
    <>
      {backups.length > 0 && (
        <ul className={forms['list']} aria-label={text.list}>
          {backups.slice(0, shownAtOnce).map(row)}
        </ul>
      )}
      {older.length > 0 && (
        <details className={forms['list']}>
          <summary>{text.more(older.length)}</summary>
          <ul className={forms['list']}>{older.map(row)}</ul>
        </details>
      )}
      <p role="status">{isRestoring ? text.restoring : ''}</p>
      <Problem>{problem}</Problem>
      {chosen && (
        <ConfirmDialog
          title={text.restoreTitle}
          question={text.restoreQuestion(dateOf(chosen.made_at))}
          confirmLabel={text.restore}
          onCancel={() => setChosen(undefined)}
          onConfirm={() => void restore(chosen)}
        />
      )}
    </>
  );
}

function BackupRow({ backup, onRestore }: { readonly backup: Backup; readonly onRestore: () => void }) {
  const text = settingsTexts.care.backups;
  const date = dateOf(backup.made_at);
  return (
    <li className={forms['row']}>
      <div className={forms['main']}>
        <p>{date}</p>
        <p className={forms['note']}>
          {[formatBytes(backup.size_bytes), text.places[backup.place]].join(' · ')}
        </p>
      </div>
      <Button aria-label={text.restoreOf(date)} needsServer onClick={onRestore}>
        {text.restore}
      </Button>
    </li>
  );
}
