import type { SessionInfo } from '@tonearm/contract';
import { useId } from 'react';
import { clientNameOf } from '../../../lib/format-client.ts';
import { formatWhen } from '../../../lib/format-when.ts';
import { settingsTexts } from '../../../texts/settings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import styles from '../forms.module.css';

/** Properties of a session's row. */
export interface SessionRowProps {
  readonly session: SessionInfo;
  /** @param client what the session is called on the page */
  readonly onRevoke: (client: string) => void;
}

/** One browser or app that is signed in: which, since when, and the way to end it unless it is this one. */
export function SessionRow({ session, onRevoke }: SessionRowProps) {
  const id = useId();
  const text = settingsTexts.sessions;
  const client = nameOf(session.client);
  const now = Date.now();
  return (
    <li className={styles['row']}>
      <div className={styles['main']}>
        <p dir="auto">{client}</p>
        <p id={id} className={styles['note']}>
          {session.is_current ? (
            <strong className={styles['mark']}>{text.current}</strong>
          ) : (
            text.lastUsed(formatWhen(session.last_used_at, now))
          )}
          {' · '}
          {text.since(formatWhen(session.created_at, now))}
        </p>
      </div>
      {!session.is_current && (
        <Button aria-label={text.revokeOf(client)} aria-describedby={id} onClick={() => onRevoke(client)}>
          {text.revoke}
        </Button>
      )}
    </li>
  );
}

function nameOf(client: string): string {
  const text = settingsTexts.sessions;
  const name = clientNameOf(client);
  return typeof name === 'string' ? name || text.unknownClient : text.browserOn(name.browser, name.system);
}
