import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ListedCorrection } from '@tonearm/contract';
import { type ReactNode, useRef, useState } from 'react';
import {
  correctionsQuery,
  exportCorrections,
  importCorrections,
  undoCorrection,
} from '../../../api/running/corrections.ts';
import { formatWhen } from '../../../lib/format-when.ts';
import { correctionTexts } from '../../../texts/corrections.ts';
import { Button } from '../../../ui/controls/button.tsx';
import forms from '../forms.module.css';
import { LoadState } from '../load-state.tsx';
import { Problem, Section, Sections } from '../section.tsx';
import { useTask } from '../use-task.ts';
import styles from './corrections-tab.module.css';

/** What was corrected, by whom and when: each can be taken back, and all of it kept in a file. */
export function CorrectionsTab(): ReactNode {
  const corrections = useQuery(correctionsQuery());
  return (
    <Sections>
      <Section title={correctionTexts.listTitle}>
        <p>{correctionTexts.listText}</p>
        {corrections.data ? <List list={corrections.data} /> : <LoadState queries={[corrections]} />}
      </Section>
    </Sections>
  );
}

function List({ list }: { readonly list: readonly ListedCorrection[] }) {
  const queries = useQueryClient();
  const { problem, run } = useTask();
  const undo = async (id: number) => {
    await run(() => undoCorrection(id));
    await queries.invalidateQueries(correctionsQuery());
  };
  return (
    <>
      <Carrying isEmpty={list.length === 0} />
      <Problem>{problem}</Problem>
      {list.length === 0 && <p className={forms['note']}>{correctionTexts.none}</p>}
      <ul className={styles['list']} aria-label={correctionTexts.listTitle}>
        {list.map((one) => (
          <Row key={one.id} correction={one} onUndo={() => void undo(one.id)} />
        ))}
      </ul>
    </>
  );
}

function Row(props: { readonly correction: ListedCorrection; readonly onUndo: () => void }) {
  const { kind, subjects, count, result, made_by, made_at_ms } = props.correction;
  const about = correctionTexts.subjects(subjects, count);
  const text = result === null ? about : correctionTexts.became(about, result);
  const when = formatWhen(Math.floor(made_at_ms / 1000), Date.now());
  return (
    <li className={styles['row']}>
      <div className={styles['text']}>
        <strong>{correctionTexts.did[kind]}</strong>
        <span dir="auto">{text}</span>
        <span className={forms['note']}>{correctionTexts.by(made_by, when)}</span>
      </div>
      <Button
        variant="quiet"
        needsServer
        aria-label={correctionTexts.undoOf(`${correctionTexts.did[kind]}, ${text}`)}
        onClick={props.onUndo}
      >
        {correctionTexts.undo}
      </Button>
    </li>
  );
}

/** Where a browser keeps what is exported. */
const fileName = 'tonearm-corrections.json';

function Carrying({ isEmpty }: { readonly isEmpty: boolean }) {
  const queries = useQueryClient();
  const picker = useRef<HTMLInputElement>(null);
  const [addedCount, setAddedCount] = useState<number>();
  const { problem, run } = useTask();
  const take = async (file: File) => {
    setAddedCount(undefined);
    const isTaken = await run(async () => setAddedCount(await importCorrections(await parsed(file))));
    if (isTaken) await queries.invalidateQueries(correctionsQuery());
  };
  return (
    <>
      <div className={forms['actions']}>
        <Button needsServer onClick={() => picker.current?.click()}>
          {correctionTexts.importFile}
        </Button>
        <Button
          needsServer
          disabled={isEmpty}
          onClick={() => void run(async () => keep(JSON.stringify(await exportCorrections(), null, 2)))}
        >
          {correctionTexts.exportAll}
        </Button>
        <input
          ref={picker}
          type="file"
          accept="application/json,.json"
          className="visually-hidden"
          tabIndex={-1}
          aria-label={correctionTexts.importFile}
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            if (file) void take(file);
            event.currentTarget.value = '';
          }}
        />
      </div>
      <Problem>{problem}</Problem>
      <p role="status" className={forms['note']}>
        {addedCount !== undefined && correctionTexts.imported(addedCount)}
      </p>
    </>
  );
}

const parsed = async (file: File): Promise<Parameters<typeof importCorrections>[0]> => {
  try {
    return JSON.parse(await file.text()) as Parameters<typeof importCorrections>[0];
  } catch (error) {
    throw new Error(correctionTexts.notAFile, { cause: error });
  }
};

function keep(json: string): void {
  const address = URL.createObjectURL(new Blob([json], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}
