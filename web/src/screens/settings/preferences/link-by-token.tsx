import { type FormEvent, useState } from 'react';
import { linkService } from '../../../api/linked-services.ts';
import { settingsTexts } from '../../../texts/settings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import styles from '../forms.module.css';
import { Problem } from '../section.tsx';
import type { LinkProps } from './link-props.ts';

/** Links an account by a token that the user brings from the service. */
export function LinkByToken({ service, task, onLinked }: LinkProps) {
  const [token, setToken] = useState('');
  const text = settingsTexts.service;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await task.run(() => linkService(service.id, token.trim()))) setToken('');
    await onLinked();
  };
  return (
    <>
      {(service.username === null || service.lapse) && (
        <form className={styles['form']} onSubmit={submit}>
          <TextField
            label={text.token}
            tip={text.tokenTip(service.label)}
            type="password"
            autoComplete="off"
            value={token}
            onChange={(event) => setToken(event.currentTarget.value)}
          />
          <Button type="submit" disabled={token.trim() === '' || !service.is_available}>
            {service.username === null ? text.link(service.label) : text.linkAgain(service.label)}
          </Button>
        </form>
      )}
      <Problem>{task.problem}</Problem>
    </>
  );
}
