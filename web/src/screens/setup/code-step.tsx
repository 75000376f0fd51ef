import { useState } from 'react';
import { settingsTexts } from '../../texts/settings.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import styles from './setup-screen.module.css';
import { useSubmit } from './use-submit.ts';

/** Asks for the code that the server printed. While this stays on screen, the last one was not it. */
export function CodeStep({ onSubmit }: { readonly onSubmit: (code: string) => Promise<void> }) {
  const [code, setCode] = useState('');
  const [isRefused, setIsRefused] = useState(false);
  const submit = useSubmit(async () => {
    await onSubmit(code.trim());
    setIsRefused(true);
  });
  return (
    <form className={styles['form']} onSubmit={submit.onSubmit}>
      <p className={styles['text']}>{settingsTexts.setup.setupCodeText}</p>
      <TextField
        label={settingsTexts.setup.setupCode}
        value={code}
        autoComplete="one-time-code"
        error={isRefused ? settingsTexts.setup.setupCodeWrong : undefined}
        onChange={(event) => {
          setIsRefused(false);
          setCode(event.currentTarget.value);
        }}
      />
      <Button type="submit" variant="primary" disabled={code.trim() === '' || submit.isBusy}>
        {settingsTexts.setup.next}
      </Button>
    </form>
  );
}
