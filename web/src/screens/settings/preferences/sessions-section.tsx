import { useQuery, useQueryClient } from '@tanstack/react-query';
import { listSessions, revokeSession, sessionsKey } from '../../../api/session.ts';
import { clientNameOf } from '../../../lib/format-client.ts';
import { formatWhen } from '../../../lib/format-when.ts';
import { settingsTexts } from '../../../texts/settings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import styles from '../forms.module.css';
import { Problem, Section } from '../section.tsx';
import { useAnswer } from '../use-answer.tsx';
import { useTask } from '../use-task.ts';

/** Where the user is signed in, and how to sign out elsewhere. */
export function SessionsSection() {
  const queries = useQueryClient();
  const sessions = useQuery({ queryKey: sessionsKey, queryFn: ({ signal }) => listSessions(signal) }).data;
  const { problem, run } = useTask();
  const { status, tell } = useAnswer();
  const text = settingsTexts.sessions;
  if (!sessions) return null;
  const revoke = async (id: number, client: string) => {
    if (await run(() => revokeSession(id))) tell(text.revoked(client));
    await queries.invalidateQueries({ queryKey: sessionsKey });
  };
  return (
    <Section title={text.title}>
      {status}
      <ul className={styles['list']}>
        {sessions.map((session) => {
          const client = nameOf(session.client);
          return (
            <li key={session.id} className={styles['row']}>
              <div className={styles['main']}>
                <p dir="auto">{client}</p>
                <p className={styles['note']}>
                  {session.is_current
                    ? text.current
                    : text.lastUsed(formatWhen(session.last_used_at, Date.now()))}
                </p>
              </div>
              {!session.is_current && (
                <Button
                  variant="quiet"
                  aria-label={text.revokeOf(client)}
                  onClick={() => void revoke(session.id, client)}
                >
                  {text.revoke}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <Problem>{problem}</Problem>
    </Section>
  );
}

function nameOf(client: string): string {
  const text = settingsTexts.sessions;
  const name = clientNameOf(client);
  return typeof name === 'string' ? name || text.unknownClient : text.browserOn(name.browser, name.system);
}
