import { useQuery } from '@tanstack/react-query';
import type { ScanProblem, ScanStatus } from '@tonearm/contract';
import { useRef } from 'react';
import { retryProblems, scanProblemsOptions } from '../../../api/scanning.ts';
import { formatWhen } from '../../../lib/format-when.ts';
import { settingsTexts } from '../../../texts/settings.ts';
import { useFocusHandOver } from '../../../ui/behaviour/use-focus-hand-over.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Problem } from '../section.tsx';
import { useAnswer } from '../use-answer.tsx';
import { useTask } from '../use-task.ts';
import { problemText } from './scan-reasons.ts';
import styles from './scan-section.module.css';

/** How the scan goes, or how the last one went, and what could not be read. */
export function ScanProgress({ status }: { readonly status: ScanStatus }) {
  const text = settingsTexts.scan;
  return (
    <div className={styles['progress']}>
      {status.is_scanning ? <Running status={status} /> : <p>{lastOf(status)}</p>}
      <p className={styles['note']}>{text.songs(status.song_count)}</p>
      <Problem>{storageText(status.storage)}</Problem>
      {status.rebuilt && (
        <p className={styles['note']}>
          {text.rebuilt[status.rebuilt.reason](formatWhen(status.rebuilt.at, Date.now()))}
        </p>
      )}
      {status.problem_count > 0 && <Problems isScanning={status.is_scanning} />}
    </div>
  );
}

const roomFormat = new Intl.NumberFormat('en', {
  style: 'unit',
  unit: 'megabyte',
  maximumFractionDigits: 1,
});

/** Why nothing can be saved; null while all is well. */
function storageText({ state, free_bytes: free }: ScanStatus['storage']): string | null {
  if (state === 'ok') return null;
  return settingsTexts.scan.storage[state](free === null ? null : roomFormat.format(free / 1_000_000));
}

function Running({ status }: { readonly status: ScanStatus }) {
  const text = settingsTexts.scan;
  const numbers = new Intl.NumberFormat('en');
  const percents = new Intl.NumberFormat('en', { style: 'percent' });
  const { part_done: done, files_read: read, files_to_read: toRead } = status;
  return (
    <>
      <p className={styles['phase']}>
        <span role="status">{text.phases[status.phase]}</span>{' '}
        {status.is_queued && <span className={styles['note']}>{text.queued}</span>}
      </p>
      <progress
        className={styles['bar']}
        aria-label={text.progress}
        value={done > 0 ? Math.min(1, done) : undefined}
      />
      <p className={styles['note']}>
        {[
          done > 0 && text.done(percents.format(Math.min(1, done))),
          text.found(status.files_found),
          read < toRead && text.read(numbers.format(read), numbers.format(toRead)),
          status.files_per_second > 0 && text.rate(Math.round(status.files_per_second)),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p className={styles['folder']} dir="auto">
        {status.current_folder}
      </p>
    </>
  );
}

function lastOf({ last_result, finished_at }: ScanStatus): string {
  const text = settingsTexts.scan;
  if (last_result === null || finished_at === null) return text.phases.idle;
  const when = formatWhen(finished_at, Date.now());
  if (last_result === 'failed') return text.lastFailed(when);
  return last_result === 'cancelled' ? text.lastCancelled(when) : text.last(when);
}

function Problems({ isScanning }: { readonly isScanning: boolean }) {
  const problems = useQuery(scanProblemsOptions()).data;
  const { problem, run } = useTask();
  const { status, tell, takeFocus } = useAnswer();
  const text = settingsTexts.scan;
  if (!problems || problems.total === 0) return status;
  const hidden = problems.total - problems.items.length;
  const retry = (paths?: readonly string[]) =>
    void run(() => retryProblems(paths)).then((isDone) => isDone && tell(text.triesAgain));
  return (
    <>
      {status}
      <details className={styles['problems']}>
        <summary>{text.problems(problems.total)}</summary>
        <Button variant="quiet" disabled={isScanning} onClick={() => retry()}>
          {text.tryAllAgain}
        </Button>
        <ul>
          {problems.items.map((each) => (
            <ProblemRow
              key={each.path}
              problem={each}
              isScanning={isScanning}
              takeFocus={takeFocus}
              onRetry={() => retry([each.path])}
            />
          ))}
        </ul>
        {hidden > 0 && <p className={styles['note']}>{text.moreProblems(hidden)}</p>}
      </details>
      <Problem>{problem}</Problem>
    </>
  );
}

/** When a file whose reading was given up is tried again by itself; null for what waits for a change. */
function nextTryText({ next_try_at: at }: ScanProblem): string | null {
  if (at === null || at === undefined) return null;
  const nowMs = Date.now();
  const text = settingsTexts.scan;
  return at * 1000 > nowMs ? text.nextTry(formatWhen(at, nowMs)) : text.nextTrySoon;
}

interface ProblemRowProps {
  readonly problem: ScanProblem;
  readonly isScanning: boolean;
  readonly takeFocus: () => void;
  readonly onRetry: () => void;
}

function ProblemRow({ problem, isScanning, takeFocus, onRetry }: ProblemRowProps) {
  const row = useRef<HTMLLIElement>(null);
  // Once it can be read, it goes by itself.
  useFocusHandOver(row, takeFocus);
  const text = settingsTexts.scan;
  return (
    <li ref={row} className={styles['problem']}>
      <div>
        <p dir="auto">{problem.path}</p>
        <p className={styles['note']}>
          {[problemText(problem), nextTryText(problem)].filter(Boolean).join(' ')}
        </p>
      </div>
      <Button
        variant="quiet"
        disabled={isScanning}
        aria-label={text.tryAgainOf(problem.path)}
        onClick={onRetry}
      >
        {text.tryAgain}
      </Button>
    </li>
  );
}
