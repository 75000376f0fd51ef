import type { OutboxEntry } from '@tonearm/contract';
import type { listOutboxRows } from './outbox-store.ts';
import type { Play } from './scrobbler.ts';

type Row = Awaited<ReturnType<typeof listOutboxRows>>[number];

const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const stateOf = (row: Row, isServiceKnown: boolean): OutboxEntry['state'] => {
  if (row.refusal !== null) return 'refused';
  if (!isServiceKnown) return 'unknown_service';
  if (row.linked_username === null) return 'not_linked';
  if (row.account !== null && !isSameName(row.account, row.linked_username)) return 'other_account';
  return row.lapse === null ? 'waiting' : 'link_again';
};

/** A row of the outbox as its owner sees it. */
export const outboxEntryOf = (row: Row, isServiceKnown: boolean): OutboxEntry => {
  const { title, artist } = JSON.parse(row.play) as Play;
  const state = stateOf(row, isServiceKnown);
  return {
    id: row.id,
    service: row.service,
    title,
    artist,
    played_at: row.played_at,
    attempts: row.attempts,
    next_attempt_at: state === 'waiting' ? Math.ceil(row.next_attempt_at_ms / 1000) : null,
    refusal: row.refusal,
    state,
    account: row.account,
  };
};
