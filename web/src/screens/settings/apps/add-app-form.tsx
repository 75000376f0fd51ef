import { type FormEvent, useState } from 'react';
import type { AppCreation } from '../../../api/people/apps.ts';
import { useSession } from '../../../storage/session-store.ts';
import { texts } from '../../../texts/index.ts';
import { settingsTexts } from '../../../texts/settings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { Select } from '../../../ui/controls/select.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import styles from '../forms.module.css';

/** Properties of the form. */
export interface AddAppFormProps {
  readonly onSubmit: (app: AppCreation) => Promise<void>;
  readonly onCancel: () => void;
}

/** What can be chosen, in kbit/s. */
const bitRates = ['', '320', '256', '192', '128', '96', '64'] as const;

/** Characters of a name, at most; the server has the same limit. */
const longestName = 64;

/** A new app: what it is called, and what it may. */
export function AddAppForm({ onSubmit, onCancel }: AddAppFormProps) {
  const isAdmin = useSession()?.isAdmin === true;
  const [name, setName] = useState('');
  const [mayAdminister, setMayAdminister] = useState(false);
  const [bitRate, setBitRate] = useState<(typeof bitRates)[number]>('');
  const [isBusy, setIsBusy] = useState(false);
  const text = settingsTexts.appList;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    await onSubmit({ name, mayAdminister, maxBitRate: bitRate === '' ? null : Number(bitRate) });
    setIsBusy(false);
  };
  return (
    <form className={styles['form']} onSubmit={submit} aria-label={text.add}>
      <TextField
        label={text.name}
        tip={text.nameTip}
        value={name}
        autoComplete="off"
        autoFocus
        maxLength={longestName}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Select
        label={text.bitRate}
        value={bitRate}
        options={bitRates.map((value) => ({
          value,
          label: value === '' ? text.noLimit : text.limit(Number(value)),
        }))}
        onValueChange={setBitRate}
      />
      {isAdmin && (
        <Checkbox
          label={text.mayAdminister}
          tip={text.mayAdministerTip}
          checked={mayAdminister}
          onChange={(event) => setMayAdminister(event.currentTarget.checked)}
        />
      )}
      <div className={styles['actions']}>
        <Button type="submit" variant="primary" disabled={name.trim() === '' || isBusy}>
          {text.create}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {texts.app.cancel}
        </Button>
      </div>
    </form>
  );
}
