import type { MountDir } from '@tonearm/contract';
import { useState } from 'react';
import { settingsTexts } from '../../texts/settings.ts';
import { TextField } from '../../ui/controls/text-field.tsx';
import { LocationField } from '../folder-picker/location-field.tsx';
import { NextButton } from './next-button.tsx';
import styles from './setup-screen.module.css';
import { mountWaitsFor, suggestedName } from './setup-steps.ts';
import { useSubmit } from './use-submit.ts';

/** Asks where the music is. */
export function MountStep({ onSubmit }: { readonly onSubmit: (mountDir: MountDir) => Promise<void> }) {
  const [text, setText] = useState('');
  const [source, setSource] = useState('');
  const [typedName, setTypedName] = useState<string | null>(null);
  // The folder's name is as good as any, until somebody types another one.
  const name = typedName ?? suggestedName(source);
  const submit = useSubmit(() => onSubmit({ source, name }));
  return (
    <form className={styles['form']} onSubmit={submit.onSubmit}>
      <p className={styles['text']}>{settingsTexts.setup.mountText}</p>
      <LocationField
        label={settingsTexts.location}
        value={text}
        onValueChange={(shown, location) => {
          setText(shown);
          setSource(location);
        }}
      />
      <TextField
        label={settingsTexts.name}
        value={name}
        placeholder={settingsTexts.namePlaceholder}
        autoComplete="off"
        onChange={(event) => setTypedName(event.currentTarget.value)}
      />
      <p className={styles['problem']} role="alert">
        {submit.problem}
      </p>
      <NextButton waitsFor={mountWaitsFor({ source, name })} isBusy={submit.isBusy} />
    </form>
  );
}
