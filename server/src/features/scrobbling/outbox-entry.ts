import type { OutboxEntry, RefusalReason } from '@tonearm/contract';
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

/** Why a service refused a play, in words. */
const refusalSentence = (refusal: RefusalReason, of: { label: string; number: number | null }): string => {
  const { label, number } = of;
  switch (refusal) {
    case 'artist_not_taken':
      return `${label} does not take this artist.`;
    case 'track_not_taken':
      return `${label} does not take this track.`;
    case 'too_old':
      return `${label} says that the play is too old.`;
    case 'in_future':
      return `${label} says that the play is in the future.`;
    case 'not_taken':
      return number === null
        ? `${label} does not take this play.`
        : `${label} does not take this play (error ${number}).`;
    default:
      return refusal satisfies never;
  }
};

/**
 * A row of the outbox as its owner sees it.
 * @param serviceLabel what the user calls the service; null when the server does not know it
 */
export const outboxEntryOf = (row: Row, serviceLabel: string | null): OutboxEntry => {
  const { title, artist } = JSON.parse(row.play) as Play;
  const state = stateOf(row, serviceLabel !== null);
  return {
    id: row.id,
    service: row.service,
    title,
    artist,
    played_at: row.played_at,
    attempts: row.attempts,
    next_attempt_at: state === 'waiting' ? Math.ceil(row.next_attempt_at_ms / 1000) : null,
    refusal:
      row.refusal === null
        ? null
        : refusalSentence(row.refusal, { label: serviceLabel ?? row.service, number: row.refusal_number }),
    refusal_code: row.refusal,
    refusal_number: row.refusal_number,
    state,
    account: row.account,
  };
};
