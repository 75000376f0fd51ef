import { useQueryClient } from '@tanstack/react-query';
import type { MountDir } from '@tonearm/contract';
import { useRef, useState } from 'react';
import { putMountDirs } from '../../../api/settings.ts';
import { useMediaQuery } from '../../../lib/use-media-query.ts';
import { settingsTexts } from '../../../texts/settings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { TextField } from '../../../ui/controls/text-field.tsx';
import { Trash } from '../../../ui/icons.ts';
import { Plus } from '../../../ui/later-icons.ts';
import { part } from '../../../ui/layers/part.tsx';
import { LocationField } from '../../folder-picker/location-field.tsx';
import { Problem } from '../section.tsx';
import { useTask } from '../use-task.ts';
import {
  areSame,
  bucketsOf,
  isDraft,
  mountDirsOf,
  rowsOf,
  type SourceRow,
  withNewRow,
} from './source-rows.ts';
import styles from './sources-table.module.css';

/** Few have a source in a bucket. */
const BucketForms = part(async () => (await import('./bucket-forms.tsx')).BucketForms);

/** Windows without heads of columns, which each field has a label of its own for; the same limit stands in the styles. */
const narrowQuery = '(width < 40rem)';

/** The music sources. The whole list is saved when a row has changed. */
export function SourcesTable({ saved }: { readonly saved: readonly MountDir[] }) {
  const { rows, problem, edit, save, add } = useSourceRows(saved);
  const addMore = useRef<HTMLButtonElement>(null);
  const isNarrow = useMediaQuery(narrowQuery);
  const text = settingsTexts.sources;
  return (
    <>
      <table className={styles['table']}>
        <Heads />
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.key}>
              <td>
                <LocationField
                  label={text.locationOf(index + 1)}
                  isLabelHidden={!isNarrow}
                  value={row.source}
                  onValueChange={(source) => edit(row.key, { source })}
                  onCommit={(source) => save(row.key, { source })}
                />
                {isDraft(row) && <p className={styles['draft']}>{text.draft}</p>}
              </td>
              <td>
                <TextField
                  label={text.nameOf(index + 1)}
                  isLabelHidden={!isNarrow}
                  value={row.name}
                  placeholder={settingsTexts.namePlaceholder}
                  autoComplete="off"
                  onChange={(event) => edit(row.key, { name: event.currentTarget.value })}
                  onBlur={() => save(row.key, {})}
                />
              </td>
              <td className={styles['action']}>
                <IconButton
                  label={row.name.trim() === '' ? text.removeUnnamed : text.remove(row.name)}
                  icon={<Trash />}
                  onClick={() => {
                    addMore.current?.focus();
                    save(row.key, null);
                  }}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Problem>{problem && settingsTexts.notSaved(problem)}</Problem>
      <Button ref={addMore} icon={<Plus />} onClick={add}>
        {text.addMore}
      </Button>
      {bucketsOf(rows).length > 0 && <BucketForms rows={rows} />}
    </>
  );
}

function Heads() {
  return (
    <thead>
      <tr>
        <th scope="col">{settingsTexts.location}</th>
        <th scope="col">{settingsTexts.name}</th>
        <th scope="col">
          <span className="visually-hidden">{settingsTexts.sources.removal}</span>
        </th>
      </tr>
    </thead>
  );
}

/** The rows as they are typed, and the list as it was last sent: saving one may take longer than the next change. */
function useSourceRows(saved: readonly MountDir[]) {
  const queries = useQueryClient();
  const [rows, setRows] = useState(() => rowsOf(saved));
  const lastSent = useRef(saved);
  const sending = useRef<Promise<unknown>>(Promise.resolve());
  const { problem, run } = useTask();
  const changed = (key: number, change: Partial<MountDir>) =>
    rows.map((row) => (row.key === key ? { ...row, ...change } : row));
  return {
    rows,
    problem,
    add: () => setRows(withNewRow(rows)),
    edit: (key: number, change: Partial<MountDir>) => setRows(changed(key, change)),
    /** Saves with a last change of a row; null takes the row away. */
    save: (key: number, change: Partial<MountDir> | null) => {
      const next: readonly SourceRow[] =
        change === null ? rows.filter((row) => row.key !== key) : changed(key, change);
      setRows(next);
      const mountDirs = mountDirsOf(next);
      if (areSame(mountDirs, lastSent.current)) return;
      const before = lastSent.current;
      lastSent.current = mountDirs;
      // One after the other, so that the last one wins.
      sending.current = sending.current.then(async () => {
        const isSaved = await run(async () => {
          await putMountDirs(mountDirs);
          await queries.invalidateQueries({ queryKey: ['source-states'] });
        });
        if (!isSaved && lastSent.current === mountDirs) lastSent.current = before;
      });
    },
  };
}
