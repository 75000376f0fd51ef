import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { LinkedService } from '@tonearm/contract';
import { useEffect } from 'react';
import { unlinkService } from '../../../api/linked-services.ts';
import { refreshPreferences } from '../../../api/preferences.ts';
import { linkedServicesOptions } from '../../../api/services-query.ts';
import { settingsTexts } from '../../../texts/settings.ts';
import styles from '../section.module.css';
import { Section } from '../section.tsx';
import { useTask } from '../use-task.ts';
import { LapsedNotice } from './lapsed-notice.tsx';
import { LinkByPage } from './link-by-page.tsx';
import { LinkByToken } from './link-by-token.tsx';
import { LinkedAccount } from './linked-account.tsx';

/** Linking and unlinking of accounts at every service that the server offers. */
export function ServicesSections() {
  const queries = useQueryClient();
  const services = useQuery(linkedServicesOptions()).data ?? [];
  useEffect(() => {
    // A service's page may have finished a link, and another device may have chosen a theme, while these settings
    // were not there to be told. Where that cannot be found out, what is known stands.
    void queries.invalidateQueries({ queryKey: linkedServicesOptions().queryKey });
    refreshPreferences().catch(() => {});
  }, [queries]);
  return services.map((service) => <ServiceSection key={service.id} service={service} />);
}

const linkings = { page: LinkByPage, token: LinkByToken } as const;

function ServiceSection({ service }: { readonly service: LinkedService }) {
  const queries = useQueryClient();
  const task = useTask();
  const text = settingsTexts.service;
  const refresh = () => queries.invalidateQueries({ queryKey: linkedServicesOptions().queryKey });
  const Link = linkings[service.linked_by];
  return (
    <Section title={service.label}>
      {service.lapse && <LapsedNotice service={service.label} lapse={service.lapse} />}
      {service.username !== null && (
        <LinkedAccount
          before={text.linkedBefore}
          name={service.username}
          profileUrl={service.profile_url}
          unlinkLabel={text.unlink(service.label)}
          onUnlink={() => void task.run(() => unlinkService(service.id).then(refresh))}
        />
      )}
      {service.username === null && <p>{text.unlinked(service.label)}</p>}
      {service.hint && <Hint text={service.hint} />}
      <Link service={service} task={task} onLinked={refresh} />
    </Section>
  );
}

/** A sentence that may name flags of the command line: lines do not break within one. */
function Hint({ text }: { readonly text: string }) {
  return (
    <p>
      {text.split(/(--[a-z-]+)/).map((part) =>
        part.startsWith('--') ? (
          <span key={part} className={styles['flag']}>
            {part}
          </span>
        ) : (
          part
        ),
      )}
    </p>
  );
}
