import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ListedApp, NewApp } from '@tonearm/contract';
import { useState } from 'react';
import { type AppCreation, addApp, appsKey, listApps, removeApp } from '../../../api/people/apps.ts';
import { paths } from '../../../lib/paths.ts';
import { useSession } from '../../../storage/session-store.ts';
import { settingsTexts } from '../../../texts/settings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../../ui/layers/confirm-dialog.tsx';
import styles from '../forms.module.css';
import { LoadState } from '../load-state.tsx';
import { Problem, Section, Sections } from '../section.tsx';
import { useAnswer } from '../use-answer.tsx';
import { useTask } from '../use-task.ts';
import { AccessSection } from './access-section.tsx';
import { AddAppForm } from './add-app-form.tsx';
import { AppRow } from './app-row.tsx';
import { NewAppCard } from './new-app-card.tsx';
import { serverAddress } from './server-address.ts';

/** The list of apps, and what is done to it. */
function useApps() {
  const queries = useQueryClient();
  const query = useQuery({ queryKey: appsKey, queryFn: ({ signal }) => listApps(signal) });
  const [isAdding, setIsAdding] = useState(false);
  const [added, setAdded] = useState<NewApp | null>(null);
  const [leaving, setLeaving] = useState<ListedApp | null>(null);
  const { problem, run } = useTask();
  const { status, tell } = useAnswer();
  const text = settingsTexts.appList;
  const add = async (wanted: AppCreation) => {
    const isDone = await run(async () => setAdded(await addApp(wanted)));
    if (isDone) setIsAdding(false);
    await queries.invalidateQueries({ queryKey: appsKey });
  };
  const remove = async ({ id, name }: ListedApp) => {
    setLeaving(null);
    if (added?.id === id) setAdded(null);
    if (await run(() => removeApp(id))) tell(text.removed(name));
    await queries.invalidateQueries({ queryKey: appsKey });
  };
  return { query, isAdding, setIsAdding, added, setAdded, leaving, setLeaving, problem, status, add, remove };
}

/** Apps that people use with this server, each with a password of its own. */
export function AppsTab() {
  const { query, problem, status, add, remove, ...state } = useApps();
  const { isAdding, setIsAdding, added, setAdded, leaving, setLeaving } = state;
  const isAdmin = useSession()?.isAdmin === true;
  const text = settingsTexts.appList;
  if (!query.data) return <LoadState queries={[query]} />;
  return (
    <Sections>
      <Section title={text.title}>
        <p>{text.explanation}</p>
        <p>
          {text.address} <strong className={styles['mark']}>{serverAddress()}</strong>
        </p>
        {isAdmin && <a href={paths.settings('check')}>{settingsTexts.appCheck.link}</a>}
        {status}
        {added !== null && <NewAppCard key={added.id} app={added} onDone={() => setAdded(null)} />}
        {query.data.length === 0 && added === null && <p className={styles['note']}>{text.none}</p>}
        {query.data.length > 0 && (
          <ul className={styles['list']} aria-label={text.title}>
            {query.data.map((app) => (
              <AppRow key={app.id} app={app} onRemove={() => setLeaving(app)} />
            ))}
          </ul>
        )}
        <Problem>{problem}</Problem>
        {isAdding ? (
          <AddAppForm onSubmit={add} onCancel={() => setIsAdding(false)} />
        ) : (
          <Button
            onClick={() => {
              setAdded(null);
              setIsAdding(true);
            }}
          >
            {text.add}
          </Button>
        )}
        {leaving !== null && (
          <ConfirmDialog
            title={text.removeOf(leaving.name)}
            question={text.removeConfirm(leaving.name)}
            confirmLabel={text.remove}
            onCancel={() => setLeaving(null)}
            onConfirm={() => void remove(leaving)}
          />
        )}
      </Section>
      {isAdmin && <AccessSection />}
    </Sections>
  );
}
