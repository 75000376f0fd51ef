import { type FormEvent, type RefObject, useState } from 'react';
import type { UserCreation } from '../../../api/users.ts';
import { texts } from '../../../texts/index.ts';
import { settingsTexts } from '../../../texts/settings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import styles from '../forms.module.css';

/** Properties of the form. */
export interface CreateUserFormProps {
  readonly form?: RefObject<HTMLFormElement>;
  readonly existingNames: readonly string[];
  readonly onSubmit: (user: UserCreation) => Promise<void>;
  readonly onCancel: () => void;
}

/** A new user, who is no administrator. */
export function CreateUserForm({ form, existingNames, onSubmit, onCancel }: CreateUserFormProps) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [hasLeftPassword, setHasLeftPassword] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const text = settingsTexts.userList;
  const isTaken = existingNames.includes(name);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    await onSubmit({ name, password, isAdmin: false });
    setIsBusy(false);
  };
  return (
    <form ref={form} className={styles['form']} onSubmit={submit} aria-label={text.create}>
      <TextField
        label={texts.app.username}
        value={name}
        autoComplete="off"
        autoFocus
        error={isTaken ? text.nameTaken : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextField
        label={texts.app.password}
        type="password"
        value={password}
        autoComplete="new-password"
        error={hasLeftPassword && password === '' ? text.passwordBlank : undefined}
        onBlur={() => setHasLeftPassword(true)}
        onChange={(event) => {
          setHasLeftPassword(true);
          setPassword(event.currentTarget.value);
        }}
      />
      <div className={styles['actions']}>
        <Button
          type="submit"
          variant="primary"
          disabled={name === '' || isTaken || password === '' || isBusy}
        >
          {text.create}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {texts.app.cancel}
        </Button>
      </div>
    </form>
  );
}
