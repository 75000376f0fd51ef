import type { ListedApp } from '@tonearm/contract';
import { useId } from 'react';
import { formatWhen } from '../../../lib/format-when.ts';
import { settingsTexts } from '../../../texts/settings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import styles from '../forms.module.css';

/** Properties of an app's row. */
export interface AppRowProps {
  readonly app: ListedApp;
  readonly onRemove: () => void;
}

/** One app: when it was last used and as what, what it may, and the way to take its password away. */
export function AppRow({ app, onRemove }: AppRowProps) {
  const id = useId();
  const text = settingsTexts.appList;
  const now = Date.now();
  const facts = [
    app.last_used_at === null
      ? text.neverUsed(formatWhen(app.created_at, now))
      : text.lastUsed(formatWhen(app.last_used_at, now), app.last_client ?? ''),
    ...(app.max_bit_rate === null ? [] : [text.limit(app.max_bit_rate)]),
    ...(app.may_administer ? [text.administers] : []),
  ];
  return (
    <li className={styles['row']}>
      <div className={styles['main']}>
        <p dir="auto">{app.name}</p>
        <p id={id} className={styles['note']}>
          {facts.join(' · ')}
        </p>
        {app.needs_renewal && <p className={styles['note']}>{text.needsRenewal}</p>}
      </div>
      <Button aria-label={text.removeOf(app.name)} aria-describedby={id} onClick={onRemove}>
        {text.remove}
      </Button>
    </li>
  );
}
