import { type FormEvent, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { sentenceOf } from '../../api/sentence-of.ts';
import { requestSession } from '../../api/session.ts';
import { navigate } from '../../lib/location.ts';
import { logProblem } from '../../lib/log.ts';
import { paths } from '../../lib/paths.ts';
import { signIn, useSignedOutReason } from '../../storage/session-store.ts';
import { texts } from '../../texts/index.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { Logo } from '../../ui/logo.tsx';
import styles from './sign-in-screen.module.css';

/** Username, password, and in. */
export function SignInScreen() {
  const { problem, isBusy, submit } = useSignIn();
  const reason = useSignedOutReason();
  return (
    <main className={styles['screen']}>
      <form className={styles['form']} onSubmit={submit}>
        <h1 className={styles['brand']}>
          <Logo className={styles['logo']} />
          {texts.app.product}
        </h1>
        {reason !== null && (
          <p className={styles['reason']} role="status">
            {texts.app.signedOut[reason]}
          </p>
        )}
        <TextField
          name="username"
          label={texts.app.username}
          autoComplete="username"
          autoCorrect="off"
          enterKeyHint="next"
          autoFocus
        />
        <TextField
          name="password"
          type="password"
          label={texts.app.password}
          autoComplete="current-password"
          enterKeyHint="go"
        />
        <p className={styles['problem']} role="alert">
          {problem}
        </p>
        <Button type="submit" variant="primary" disabled={isBusy}>
          {texts.app.login}
        </Button>
      </form>
    </main>
  );
}

function useSignIn() {
  const [problem, setProblem] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setIsBusy(true);
    setProblem('');
    try {
      signIn(await requestSession(String(form.get('username')), String(form.get('password'))));
      navigate(paths.root());
    } catch (error) {
      setProblem(problemOf(error));
      setIsBusy(false);
    }
  };
  return { problem, isBusy, submit };
}

function problemOf(error: unknown): string {
  // What nobody foresaw is logged; the form has to be of use again all the same.
  if (!(error instanceof ApiError)) logProblem('The sign-in failed', error);
  else if (error.status === 401) return texts.app.badCredentials;
  else if (error.status === 429) return error.detail || texts.app.tooManyAttempts;
  return sentenceOf(error);
}
