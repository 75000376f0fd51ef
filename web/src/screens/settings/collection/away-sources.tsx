import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SourceState } from '@tonearm/contract';
import { useRef, useState } from 'react';
import { forgetMissing, keepMissing, sourceStatesOptions } from '../../../api/scanning.ts';
import { formatWhen } from '../../../lib/format-when.ts';
import { settingsTexts } from '../../../texts/settings.ts';
import { useFocusHandOver } from '../../../ui/behaviour/use-focus-hand-over.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../../ui/layers/confirm-dialog.tsx';
import styles from '../forms.module.css';
import { Problem, Section } from '../section.tsx';
import { useAnswer } from '../use-answer.tsx';
import { useTask } from '../use-task.ts';
import { awayText } from './scan-reasons.ts';

/** Sources that are away or whose songs are missing, and the question whether they come back. */
export function AwaySources() {
  const queries = useQueryClient();
  const states = useQuery({ ...sourceStatesOptions(), refetchInterval: 15_000 }).data ?? [];
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const { problem, run } = useTask();
  const questions = states.filter(
    (source) =>
      (source.state === 'away' || source.missing_count > 0) &&
      source.is_kept !== true &&
      !kept.has(questionOf(source)),
  );
  const { status, tell, takeFocus } = useAnswer();
  const act = async (task: () => Promise<unknown>) => {
    const isDone = await run(task);
    await queries.invalidateQueries({ queryKey: sourceStatesOptions().queryKey });
    return isDone;
  };
  return (
    <>
      {status}
      {questions.length > 0 && (
        <Section title={settingsTexts.away.title}>
          <ul className={styles['list']}>
            {questions.map((source) => (
              <AwayRow
                key={source.name}
                source={source}
                takeFocus={takeFocus}
                onKeep={async () => {
                  if (!(await act(() => keepMissing(source.name)))) return;
                  setKept(new Set([...kept, questionOf(source)]));
                  tell(settingsTexts.away.kept(source.name));
                }}
                onForget={async () => {
                  if (await act(() => forgetMissing(source.name)))
                    tell(settingsTexts.away.forgotten(source.name));
                }}
              />
            ))}
          </ul>
          <Problem>{problem}</Problem>
        </Section>
      )}
    </>
  );
}

/** A kept source asks again when something about it has changed. */
const questionOf = ({ name, state, missing_count, away_since }: SourceState): string =>
  JSON.stringify([name, state, missing_count, away_since]);

interface AwayRowProps {
  readonly source: SourceState;
  readonly takeFocus: () => void;
  readonly onKeep: () => void;
  readonly onForget: () => void;
}

function AwayRow({ source, takeFocus, onKeep, onForget }: AwayRowProps) {
  const row = useRef<HTMLLIElement>(null);
  // When the drive is back, it goes by itself.
  useFocusHandOver(row, takeFocus);
  const [isAsking, setIsAsking] = useState(false);
  const text = settingsTexts.away;
  const count = source.state === 'away' ? source.song_count : source.missing_count;
  return (
    <li ref={row} className={styles['row']}>
      <div className={styles['main']}>
        <p dir="auto">{source.name}</p>
        <p className={styles['note']}>
          {awayText(source)}{' '}
          {source.state === 'away' ? text.songs(source.song_count) : text.missing(source.missing_count)}
          {source.away_since !== null && ` · ${text.since(formatWhen(source.away_since, Date.now()))}`}
        </p>
      </div>
      <div className={styles['actions']}>
        <Button variant="primary" aria-label={text.keepOf(source.name)} onClick={onKeep}>
          {text.keep}
        </Button>
        <Button variant="danger" aria-label={text.forgetOf(source.name)} onClick={() => setIsAsking(true)}>
          {text.forget}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={source.name}
          question={text.confirm(count)}
          confirmLabel={text.confirmYes}
          onCancel={() => setIsAsking(false)}
          onConfirm={() => {
            setIsAsking(false);
            onForget();
          }}
        />
      )}
    </li>
  );
}
