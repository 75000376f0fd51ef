import type { NewApp } from '@tonearm/contract';
import { useEffect, useRef, useState } from 'react';
import { settingsTexts } from '../../../texts/settings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { part } from '../../../ui/layers/part.tsx';
import forms from '../forms.module.css';
import styles from './new-app-card.module.css';
import { groupedSecret, serverAddress } from './server-address.ts';

/** Drawn by a library that nothing else needs. */
const QrCode = part(async () => (await import('./qr-code.tsx')).QrCode);

/** What is to be typed into an app: shown this once. */
export function NewAppCard({ app, onDone }: { readonly app: NewApp; readonly onDone: () => void }) {
  const text = settingsTexts.appList;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const rows = [
    { label: text.addressLabel, shown: serverAddress(), copied: serverAddress() },
    { label: text.username, shown: app.username, copied: app.username },
    { label: text.password, shown: groupedSecret(app.secret), copied: app.secret },
  ];
  return (
    <div className={styles['card']}>
      <h3 ref={heading} tabIndex={-1}>
        {text.madeFor(app.name)}
      </h3>
      <p>{text.shownOnce}</p>
      <div className={styles['columns']}>
        <dl className={styles['facts']}>
          {rows.map((row) => (
            <div key={row.label}>
              <dt className={forms['note']}>{row.label}</dt>
              <dd className={styles['fact']}>
                <code dir="ltr">{row.shown}</code>
                <CopyButton label={text.copyOf(row.label)} text={row.copied} />
              </dd>
            </div>
          ))}
        </dl>
        <QrCode label={text.qr} text={rows.map(({ copied }) => copied).join('\n')} />
      </div>
      <Button onClick={onDone}>{text.done}</Button>
    </div>
  );
}

/** Browsers refuse outside of secure pages and without leave; then it is said. */
function CopyButton({ label, text: copied }: { readonly label: string; readonly text: string }) {
  const text = settingsTexts.appList;
  const [answer, setAnswer] = useState('');
  const copy = async () => {
    const isDone = await navigator.clipboard?.writeText(copied).then(
      () => true,
      () => false,
    );
    setAnswer(isDone === true ? text.copied : text.copyFailed);
  };
  return (
    <>
      <Button variant="quiet" aria-label={label} onClick={() => void copy()}>
        {text.copy}
      </Button>
      <span role="status" className={forms['note']}>
        {answer}
      </span>
    </>
  );
}
