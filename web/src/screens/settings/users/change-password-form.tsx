import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useState } from 'react';
import { sessionsKey } from '../../../api/session.ts';
import { updateUser } from '../../../api/users.ts';
import { logProblem } from '../../../lib/log.ts';
import { texts } from '../../../texts/index.ts';
import { settingsTexts } from '../../../texts/settings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import { useFeedback } from '../use-feedback.ts';
import styles from './change-password-form.module.css';

/** A new password for a user. Two seconds after the answer the form closes. */
export function ChangePasswordForm(props: {
  readonly form?: RefObject<HTMLFormElement>;
  readonly username: string;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}) {
  const { form, username, onDone, onCancel } = props;
  const [newPassword, setNewPassword] = useState('');
  const text = settingsTexts.userList;
  const queries = useQueryClient();
  const { state, run } = useFeedback(async () => {
    const isChanged = await changePassword(username, newPassword);
    // One's own password ends one's sessions elsewhere.
    if (isChanged) void queries.invalidateQueries({ queryKey: sessionsKey });
    return isChanged;
  }, onDone);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run();
  };
  return (
    <form ref={form} className={styles['form']} onSubmit={submit}>
      <TextField
        label={text.newPassword}
        aria-label={text.newPasswordOf(username)}
        type="password"
        autoComplete="new-password"
        autoFocus
        value={newPassword}
        onChange={(event) => setNewPassword(event.currentTarget.value)}
      />
      <Button type="submit" variant="primary" disabled={newPassword === '' || state !== 'ready'}>
        {text.passwordStates[state]}
      </Button>
      <Button variant="quiet" onClick={onCancel}>
        {texts.app.cancel}
      </Button>
    </form>
  );
}

async function changePassword(username: string, newPassword: string): Promise<boolean> {
  try {
    return (await updateUser({ username, newPassword })) === 200;
  } catch (error) {
    logProblem('The password could not be changed', error);
    return false;
  }
}
