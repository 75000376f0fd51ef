import { useState } from 'react';
import { texts } from '../../texts/index.ts';
import { settingsTexts } from '../../texts/settings.ts';
import { TextField } from '../../ui/controls/text-field.tsx';
import { NextButton } from './next-button.tsx';
import styles from './setup-screen.module.css';
import { userWaitsFor } from './setup-steps.ts';
import { useSubmit } from './use-submit.ts';

/** Asks for the first user, who becomes the administrator. */
export function UserStep(props: {
  readonly onSubmit: (username: string, password: string) => Promise<void>;
}) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const submit = useSubmit(() => props.onSubmit(username, password));
  const differ = password !== '' && confirmation !== '' && password !== confirmation;
  return (
    <form className={styles['form']} onSubmit={submit.onSubmit}>
      <p className={styles['text']}>{settingsTexts.setup.userText}</p>
      <TextField
        label={texts.app.username}
        value={username}
        autoComplete="username"
        onChange={(event) => setUsername(event.currentTarget.value)}
      />
      <TextField
        label={texts.app.password}
        type="password"
        value={password}
        autoComplete="new-password"
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <TextField
        label={settingsTexts.setup.confirmPassword}
        type="password"
        value={confirmation}
        autoComplete="new-password"
        error={differ ? settingsTexts.setup.passwordsDiffer : undefined}
        onChange={(event) => setConfirmation(event.currentTarget.value)}
      />
      <p className={styles['problem']} role="alert">
        {submit.problem}
      </p>
      <NextButton waitsFor={userWaitsFor({ username, password, confirmation })} isBusy={submit.isBusy} />
    </form>
  );
}
