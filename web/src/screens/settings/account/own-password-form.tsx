import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { sentenceOf } from '../../../api/sentence-of.ts';
import { changeOwnPassword, sessionsKey } from '../../../api/session.ts';
import { useSession } from '../../../storage/session-store.ts';
import { texts } from '../../../texts/index.ts';
import { settingsTexts } from '../../../texts/settings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import styles from '../forms.module.css';
import { Problem } from '../section.tsx';

/** Properties of the form. */
export interface OwnPasswordFormProps {
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** The present password, and the one it shall be. */
export function OwnPasswordForm({ onDone, onCancel }: OwnPasswordFormProps) {
  const [current, setCurrent] = useState('');
  const [wanted, setWanted] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [endsOthers, setEndsOthers] = useState(true);
  const [keepsApps, setKeepsApps] = useState(false);
  const username = useSession()?.username;
  const { isBusy, isWrong, problem, currentField, forget, save } = useSaving(onDone);
  const text = settingsTexts.ownAccount;
  const isDifferent = wanted !== '' && confirmation !== '' && wanted !== confirmation;
  const isReady = current !== '' && wanted !== '' && wanted === confirmation;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    void save({ currentPassword: current, newPassword: wanted, endsOtherSessions: endsOthers, keepsApps });
  };
  return (
    <form className={styles['form']} onSubmit={submit} aria-label={text.change}>
      {/* Password managers keep a password beside a name. */}
      <input type="text" autoComplete="username" value={username ?? ''} readOnly hidden />
      <TextField
        ref={currentField}
        label={text.current}
        type="password"
        autoComplete="current-password"
        autoFocus
        value={current}
        error={isWrong ? text.wrong : undefined}
        onChange={(event) => {
          forget();
          setCurrent(event.currentTarget.value);
        }}
      />
      <NewPassword label={text.new} value={wanted} onType={setWanted} />
      <NewPassword
        label={text.confirm}
        value={confirmation}
        error={isDifferent ? text.differ : undefined}
        onType={setConfirmation}
      />
      <Checkbox
        label={text.endOthers}
        checked={endsOthers}
        onChange={(event) => setEndsOthers(event.currentTarget.checked)}
      />
      <Checkbox
        label={text.keepApps}
        checked={keepsApps}
        onChange={(event) => setKeepsApps(event.currentTarget.checked)}
      />
      <Problem>{problem}</Problem>
      <Actions isReady={isReady} isBusy={isBusy} onCancel={onCancel} />
    </form>
  );
}

function Actions(props: {
  readonly isReady: boolean;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
}) {
  const { isReady, isBusy, onCancel } = props;
  return (
    <div className={styles['actions']}>
      <Button type="submit" variant="primary" disabled={!isReady || isBusy}>
        {settingsTexts.ownAccount.save[isBusy ? 'applying' : 'ready']}
      </Button>
      <Button variant="quiet" onClick={onCancel}>
        {texts.app.cancel}
      </Button>
    </div>
  );
}

function NewPassword(props: {
  readonly label: string;
  readonly value: string;
  readonly error?: string | undefined;
  readonly onType: (value: string) => void;
}) {
  const { onType, ...rest } = props;
  return (
    <TextField
      {...rest}
      type="password"
      autoComplete="new-password"
      onChange={(event) => onType(event.currentTarget.value)}
    />
  );
}

/** Saves a password, and tells what kept it from being saved. */
function useSaving(onDone: () => void) {
  const [isBusy, setIsBusy] = useState(false);
  const [isWrong, setIsWrong] = useState(false);
  const [problem, setProblem] = useState('');
  const currentField = useRef<HTMLInputElement>(null);
  const queries = useQueryClient();
  const save = async (change: Parameters<typeof changeOwnPassword>[0]) => {
    setIsBusy(true);
    setProblem('');
    try {
      await changeOwnPassword(change);
    } catch (error) {
      setIsBusy(false);
      const isPassword = error instanceof ApiError && error.code === 'wrong_password';
      setIsWrong(isPassword);
      if (isPassword) currentField.current?.focus();
      else setProblem(sentenceOf(error));
      return;
    }
    void queries.invalidateQueries({ queryKey: sessionsKey });
    onDone();
  };
  return { isBusy, isWrong, problem, currentField, forget: () => setIsWrong(false), save };
}
