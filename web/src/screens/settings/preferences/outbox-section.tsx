import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { LinkedService, OutboxEntry } from '@tonearm/contract';
import { useRef } from 'react';
import {
  adoptOutbox,
  discardOutboxEntry,
  outboxOptions,
  retryOutboxEntry,
} from '../../../api/linked-services.ts';
import { linkedServicesOptions } from '../../../api/services-query.ts';
import { settingsTexts } from '../../../texts/settings.ts';
import { useFocusHandOver } from '../../../ui/behaviour/use-focus-hand-over.ts';
import { Button } from '../../../ui/controls/button.tsx';
import styles from '../forms.module.css';
import { Problem, Section } from '../section.tsx';
import { useAnswer } from '../use-answer.tsx';
import { useTask } from '../use-task.ts';

/** Plays that wait to be sent or were refused. Nothing shows while there are none. */
export function OutboxSection() {
  const queries = useQueryClient();
  const services = useQuery(linkedServicesOptions()).data ?? [];
  const outbox = useQuery(outboxOptions()).data;
  const { problem, run } = useTask();
  const { status, tell, takeFocus } = useAnswer();
  const text = settingsTexts.outbox;
  if (!outbox || outbox.total === 0) return status;
  const act = (task: () => Promise<unknown>, done?: string) =>
    void run(task).then((isDone) => {
      if (isDone && done !== undefined) tell(done);
      void queries.invalidateQueries({ queryKey: outboxOptions().queryKey });
      void queries.invalidateQueries({ queryKey: linkedServicesOptions().queryKey });
    });
  const waiting = services.reduce((sum, service) => sum + service.waiting, 0);
  const refused = services.reduce((sum, service) => sum + service.refused, 0);
  const hidden = outbox.total - outbox.items.length;
  return (
    <>
      {status}
      <Section title={text.title}>
        <p className={styles['note']}>
          {waiting > 0 && text.waiting(waiting)} {refused > 0 && text.refused(refused)}
        </p>
        {services.map(
          (service) =>
            service.waiting_elsewhere > 0 &&
            service.username !== null && (
              <Adoption
                key={service.id}
                service={service}
                onAdopt={(username) => act(() => adoptOutbox(service.id), text.adopted(username))}
              />
            ),
        )}
        <ul className={styles['list']}>
          {outbox.items.map((entry) => (
            <OutboxRow
              key={entry.id}
              entry={entry}
              takeFocus={takeFocus}
              onRetry={() => act(() => retryOutboxEntry(entry.id))}
              onDiscard={() => act(() => discardOutboxEntry(entry.id), text.discarded(entry.title))}
            />
          ))}
        </ul>
        {hidden > 0 && <p className={styles['note']}>{text.more(hidden)}</p>}
        <Problem>{problem}</Problem>
      </Section>
    </>
  );
}

/** Asks whether plays of the account that was linked before belong to the one that is linked now. */
function Adoption({
  service,
  onAdopt,
}: {
  readonly service: LinkedService;
  readonly onAdopt: (username: string) => void;
}) {
  const text = settingsTexts.outbox;
  const username = service.username ?? '';
  return (
    <div className={styles['row']}>
      <p className={styles['main']}>{text.elsewhere(service.waiting_elsewhere)}</p>
      <Button variant="quiet" onClick={() => onAdopt(username)}>
        {text.adopt(service.label, username)}
      </Button>
    </div>
  );
}

/** What has become of a play, in the words of this client; in those of the server where it says something newer. */
const stateText = ({ state, refusal, refusal_code, refusal_number }: OutboxEntry): string => {
  const text = settingsTexts.outbox;
  if (refusal === null) return text.states[state];
  const words = refusal_code ? text.refusals[refusal_code] : undefined;
  if (words === undefined) return refusal;
  return refusal_number === null ? words : text.refusalNumber(words, refusal_number);
};

interface OutboxRowProps {
  readonly entry: OutboxEntry;
  readonly takeFocus: () => void;
  readonly onRetry: () => void;
  readonly onDiscard: () => void;
}

function OutboxRow({ entry, takeFocus, onRetry, onDiscard }: OutboxRowProps) {
  const row = useRef<HTMLLIElement>(null);
  // Sent meanwhile, it goes by itself.
  useFocusHandOver(row, takeFocus);
  const text = settingsTexts.outbox;
  return (
    <li ref={row} className={styles['row']}>
      <div className={styles['main']}>
        <p dir="auto">
          {entry.artist} - {entry.title}
        </p>
        <p className={styles['note']}>{stateText(entry)}</p>
      </div>
      <div className={styles['actions']}>
        <Button variant="quiet" aria-label={text.retry(entry.title)} onClick={onRetry}>
          {text.retryShort}
        </Button>
        <Button variant="quiet" aria-label={text.discard(entry.title)} onClick={onDiscard}>
          {text.discardShort}
        </Button>
      </div>
    </li>
  );
}
