import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { isNameTaken, type KeptQuery, saveSmartList } from '../../api/made/smart-lists.ts';
import { texts } from '../../texts/index.ts';
import { listTexts } from '../../texts/lists.ts';
import { menuTexts } from '../../texts/menus.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { Dialog } from '../../ui/layers/dialog.tsx';
import styles from './smart-list-dialog.module.css';

/** Properties of the dialog. */
export interface SmartListDialogProps {
  readonly title: string;
  /** What stands in the fields at first. Without a name it is a new one. */
  readonly list: KeptQuery;
  readonly onSaved: (list: KeptQuery) => void;
  readonly onClose: () => void;
}

/** Name and query of a smart list. Its query is checked when it is saved; the place of a fault is marked. */
export function SmartListDialog({ title, list, onSaved, onClose }: SmartListDialogProps) {
  const [name, setName] = useState(list.name);
  const [query, setQuery] = useState(list.query);
  const queryField = useRef<HTMLInputElement>(null);
  const { save, isSaving, fault } = useSaving(list, {
    onSaved,
    onQueryFault: (at) => {
      queryField.current?.focus();
      queryField.current?.setSelectionRange(at, at + 1);
    },
  });
  const wanted = { name: name.trim(), query: query.trim() };
  const isWhole = wanted.name !== '' && wanted.query !== '';
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (isWhole && !isSaving) void save(wanted);
  };
  return (
    <Dialog title={title} closeLabel={texts.app.close} onClose={onClose}>
      <form className={styles['form']} onSubmit={onSubmit}>
        <TextField
          label={listTexts.smartListName}
          value={name}
          error={fault?.field === 'name' ? fault.text : undefined}
          dir="auto"
          autoComplete="off"
          autoFocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextField
          ref={queryField}
          label={listTexts.smartListQuery}
          tip={listTexts.smartListTip}
          value={query}
          error={fault?.field === 'query' ? fault.text : undefined}
          dir="auto"
          autoComplete="off"
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        <div className={styles['buttons']}>
          <Button type="submit" needsServer variant="primary" disabled={isSaving || !isWhole}>
            {menuTexts.save}
          </Button>
          <Button onClick={onClose}>{texts.app.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}

interface Fault {
  readonly field: 'name' | 'query';
  readonly text: string;
}

/** Saves what is wanted, unless its name is that of another; what is wrong is said at its field. */
function useSaving(
  before: KeptQuery,
  told: {
    readonly onSaved: (list: KeptQuery) => void;
    readonly onQueryFault: (at: number) => void;
  },
) {
  const queries = useQueryClient();
  const [isSaving, setIsSaving] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const save = async (wanted: KeptQuery): Promise<void> => {
    setIsSaving(true);
    setFault(null);
    try {
      if (wanted.name !== before.name && (await isNameTaken(queries, wanted.name))) {
        setFault({ field: 'name', text: listTexts.smartListNameTaken });
        return;
      }
      await saveSmartList(queries, wanted, before.name || wanted.name);
      told.onSaved(wanted);
    } catch (error) {
      setFault(faultOf(error));
      if (isQueryFault(error)) told.onQueryFault(error.at ?? 0);
    } finally {
      setIsSaving(false);
    }
  };
  return { save, isSaving, fault };
}

const isQueryFault = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'invalid_query';

const faultOf = (error: unknown): Fault => {
  if (isQueryFault(error)) return { field: 'query', text: error.detail };
  const isRefused = error instanceof ApiError && error.code === 'invalid_smart_list';
  return { field: 'name', text: isRefused ? error.detail : listTexts.notEdited };
};
