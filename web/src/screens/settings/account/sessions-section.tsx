import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { listSessions, revokeOtherSessions, revokeSession, sessionsKey } from '../../../api/session.ts';
import { settingsTexts } from '../../../texts/settings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../../ui/layers/confirm-dialog.tsx';
import styles from '../forms.module.css';
import { LoadState } from '../load-state.tsx';
import { Problem, Section } from '../section.tsx';
import { useAnswer } from '../use-answer.tsx';
import { useTask } from '../use-task.ts';
import { SessionRow } from './session-row.tsx';

/** Where the user is signed in, and how to sign out elsewhere: one by one, or all at once. */
export function SessionsSection() {
  const queries = useQueryClient();
  const query = useQuery({ queryKey: sessionsKey, queryFn: ({ signal }) => listSessions(signal) });
  const sessions = query.data;
  const { problem, run } = useTask();
  const { status, tell } = useAnswer();
  const [isAsking, setIsAsking] = useState(false);
  const text = settingsTexts.sessions;
  const act = async (task: () => Promise<unknown>, told: string) => {
    if (await run(task)) tell(told);
    await queries.invalidateQueries({ queryKey: sessionsKey });
  };
  if (!sessions) {
    return (
      <Section title={text.title}>
        <LoadState queries={[query]} />
      </Section>
    );
  }
  const others = sessions.filter((session) => !session.is_current);
  return (
    <Section title={text.title}>
      {status}
      <ul className={styles['list']}>
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            onRevoke={(client) => void act(() => revokeSession(session.id), text.revoked(client))}
          />
        ))}
      </ul>
      <Problem>{problem}</Problem>
      {others.length > 0 && <Button onClick={() => setIsAsking(true)}>{text.revokeOthers}</Button>}
      {isAsking && (
        <ConfirmDialog
          title={text.revokeOthers}
          question={text.revokeOthersConfirm(others.length)}
          confirmLabel={text.revokeOthers}
          onCancel={() => setIsAsking(false)}
          onConfirm={() => {
            setIsAsking(false);
            void act(revokeOtherSessions, text.revokedOthers);
          }}
        />
      )}
    </Section>
  );
}
