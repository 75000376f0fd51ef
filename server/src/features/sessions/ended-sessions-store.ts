import type { EndReason } from '../../http/authenticate.ts';
import type { StateQuery } from '../../state/state-access.ts';
import { type Write, writeTogether } from '../../state/written-together.ts';
import { deleteSession, deletingSessionsOf } from './sessions-store.ts';

/** Who has not looked for this long is only asked to sign in again, in milliseconds. */
const rememberedMs = 90 * 24 * 60 * 60 * 1000;

/** Ends that are remembered at most; older ones go first. */
const mostRemembered = 5_000;

/** Why sessions end, and when, in milliseconds since the epoch. */
interface End {
  readonly reason: EndReason;
  readonly nowMs: number;
}

/** Why the session of a token ended; null when nobody ended it, or long ago. */
export const findEndReason = async (query: StateQuery, tokenHash: Buffer): Promise<EndReason | null> => {
  const row = await query
    .selectFrom('ended_sessions')
    .select('reason')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row?.reason ?? null;
};

/** Remembers why full sessions of a user end: one of them, or all but one. */
const notingEnds = (
  query: StateQuery,
  which: { userId: number; id?: number; keptSessionId?: number | null },
  { reason, nowMs }: End,
): readonly Write[] => {
  let ending = query
    .selectFrom('sessions')
    .select((row) => ['token_hash', row.val(reason).as('reason'), row.val(nowMs).as('ended_at_ms')])
    .where('user_id', '=', which.userId)
    .where('scope', '=', 'full');
  if (which.id !== undefined) ending = ending.where('id', '=', which.id);
  if (which.keptSessionId != null) ending = ending.where('id', '!=', which.keptSessionId);
  const noting = query
    .insertInto('ended_sessions')
    .columns(['token_hash', 'reason', 'ended_at_ms'])
    .expression(ending);
  const newest = query
    .selectFrom('ended_sessions')
    .select('token_hash')
    .orderBy('ended_at_ms', 'desc')
    .limit(mostRemembered);
  const forgetting = query
    .deleteFrom('ended_sessions')
    .where((row) =>
      row.or([row('ended_at_ms', '<', nowMs - rememberedMs), row('token_hash', 'not in', newest)]),
    );
  return [noting, forgetting];
};

/** Ends one full session of a user for a reason that is remembered. @returns whether there was one */
export const endSession = async (
  query: StateQuery,
  which: { readonly userId: number; readonly id: number },
  end: End,
): Promise<boolean> => {
  await writeTogether(query, notingEnds(query, which, end));
  return deleteSession(query, which);
};

/** Ends the sessions of a user, apart from one if told, for a reason that is remembered. */
export const endingSessionsOf = (
  query: StateQuery,
  which: { readonly userId: number; readonly keptSessionId: number | null },
  end: End,
): readonly Write[] => [...notingEnds(query, which, end), deletingSessionsOf(query, which)];
