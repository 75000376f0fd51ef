import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { linkedServicesOptions, linkListenBrainz, unlinkListenBrainz } from '../../../api/linked-services.ts';
import { settingsTexts } from '../../../texts/settings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import styles from '../forms.module.css';
import { Problem, Section } from '../section.tsx';
import { useTask } from '../use-task.ts';
import { LapsedNotice } from './lapsed-notice.tsx';
import { LinkedAccount } from './linked-account.tsx';

/** Linking and unlinking of the ListenBrainz account. Nothing shows until the server says it offers it. */
export function ListenBrainzSection() {
  const queries = useQueryClient();
  const service = useQuery(linkedServicesOptions()).data?.find(({ id }) => id === 'listenbrainz');
  const [token, setToken] = useState('');
  const { problem, run } = useTask();
  const text = settingsTexts.listenbrainz;
  const refresh = () => queries.invalidateQueries({ queryKey: linkedServicesOptions().queryKey });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await run(() => linkListenBrainz(token.trim()))) setToken('');
    await refresh();
  };
  if (!service) return null;
  return (
    <Section title={text.title}>
      {service.lapse && <LapsedNotice service={text.title} lapse={service.lapse} />}
      {service.username !== null && (
        <LinkedAccount
          before={text.linkedBefore}
          name={service.username}
          profileUrl={service.profile_url}
          unlinkLabel={text.unlink}
          onUnlink={() => void run(() => unlinkListenBrainz().then(refresh))}
        />
      )}
      {(service.username === null || service.lapse) && (
        <form className={styles['form']} onSubmit={submit}>
          {service.username === null && <p>{text.unlinked}</p>}
          {service.hint && <p>{service.hint}</p>}
          <TextField
            label={text.token}
            tip={text.tokenTip}
            type="password"
            autoComplete="off"
            value={token}
            onChange={(event) => setToken(event.currentTarget.value)}
          />
          <Button type="submit" disabled={token.trim() === '' || !service.is_available}>
            {service.username === null ? text.link : text.linkAgain}
          </Button>
        </form>
      )}
      <Problem>{problem}</Problem>
    </Section>
  );
}
