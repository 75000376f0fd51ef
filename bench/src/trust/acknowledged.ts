import type Database from 'better-sqlite3';
import type { BenchClient } from '../http-client.ts';
import { songPath } from './trust-product.ts';

/** One thing that a client changed, and what it was told. */
export interface Act {
  /** What it is about; later acts on the same replace earlier ones. */
  readonly key: string;
  /** Null when it was taken away. */
  readonly value: string | null;
  /** When the call was sent, by the clock on the wall. */
  readonly sentAtMs: number;
  /** When its success was known; null when it was not, or when it failed. */
  ackedAtMs: number | null;
  /** What the call was answered with; 0 when it was cut off. */
  status: number;
  /** The text of an answer that was no success. */
  said: string;
}

/** Sends changes one after the other and notes what was acknowledged. */
interface Actor {
  readonly acts: readonly Act[];
  /** Makes the next change. @returns what it was answered with; 0 when it was cut off */
  next(): Promise<number>;
}

const jsonCall = (method: string, body?: unknown) => ({ method, ...(body === undefined ? {} : { body }) });

/** What one of the changes is: its key, its value, its call. */
const changeOf = (number: number, lane: string, startMs: number) => {
  const kind = number % 5;
  const name = `${lane}${Math.floor(number / 5) % 3}`;
  const mark = `Music/mark-${number}.mp3`;
  const tracks = [mark, ...Array.from({ length: 60 }, (_, at) => songPath(1 + (at % 4)))];
  if (kind === 3 && number % 3 === 0)
    return { key: `playlist ${name}`, value: null, path: `playlist/${name}`, call: jsonCall('DELETE') };
  if (kind === 4) {
    const seconds = Math.floor(startMs / 1000) - 86_400 + number;
    const path = `lastfm/scrobble/${encodeURIComponent(songPath(1 + (number % 4)))}?started_at=${seconds}`;
    return { key: `play ${seconds}`, value: 'there', path, call: jsonCall('POST') };
  }
  // There is one of it, and only who changes it alone knows what comes last.
  if (kind === 2 && lane.endsWith('x')) {
    const value = `#${number.toString(16).padStart(6, '0')}`;
    return {
      key: 'accent',
      value,
      path: 'preferences',
      call: jsonCall('PUT', { web_theme_accent: value }),
    };
  }
  return {
    key: `playlist ${name}`,
    value: mark,
    path: `playlist/${name}`,
    call: jsonCall('PUT', { tracks }),
  };
};

/** @param lane tells its playlists from those of others */
export const createActor = (client: Pick<BenchClient, 'send'>, lane: string): Actor => {
  const acts: Act[] = [];
  const startMs = Date.now();
  let number = 0;
  return {
    acts,
    next: async () => {
      number += 1;
      const { key, value, path, call } = changeOf(number, lane, startMs);
      const act: Act = { key, value, sentAtMs: Date.now(), ackedAtMs: null, status: 0, said: '' };
      acts.push(act);
      try {
        const { status, body } = await client.send(path, call);
        act.status = status;
        if (status >= 300) act.said = body.toString('utf8');
      } catch {
        return 0;
      }
      // A playlist that is not there is as it should be. The clock counts whole milliseconds.
      if (act.status < 300 || (value === null && act.status === 404)) act.ackedAtMs = Date.now() + 1;
      return act.status;
    },
  };
};

/** What a `state.db` holds of what actors change. */
export const stateOfActs = (raw: Database.Database): Map<string, string> => {
  const held = new Map<string, string>();
  const lists = raw
    .prepare<[], { name: string; tracks: string }>(
      `SELECT name, tracks FROM playlists
       JOIN playlist_chunks USING (content_id) WHERE chunk = (
         SELECT min(chunk) FROM playlist_chunks AS first WHERE first.content_id = playlists.content_id)`,
    )
    .all();
  for (const { name, tracks } of lists)
    held.set(`playlist ${name}`, (JSON.parse(tracks) as string[])[0] ?? '');
  const accent = raw.prepare<[], string | null>('SELECT theme_accent FROM users').pluck().get();
  if (accent !== null && accent !== undefined) held.set('accent', accent);
  for (const seconds of raw.prepare<[], number>('SELECT played_at FROM listens').pluck().all())
    held.set(`play ${seconds}`, 'there');
  return held;
};

/**
 * What of what was acknowledged by a moment is not there, a sentence each. What was sent and not acknowledged may
 * be there, and may not.
 */
export const lostOf = (
  acts: readonly Act[],
  held: ReadonlyMap<string, string>,
  beforeMs = Number.POSITIVE_INFINITY,
): string[] => {
  const byKey = Map.groupBy(
    acts.filter(({ sentAtMs }) => sentAtMs <= beforeMs),
    ({ key }) => key,
  );
  return [...byKey].flatMap(([key, all]) => {
    const last = all.findLastIndex(({ ackedAtMs }) => ackedAtMs !== null && ackedAtMs < beforeMs);
    const allowed = all.slice(Math.max(last, 0)).map(({ value }) => value);
    // Before the first that was acknowledged there may be nothing, or what one left that was not.
    if (last < 0) allowed.push(null, ...all.map(({ value }) => value));
    const there = held.get(key) ?? null;
    return allowed.includes(there) ? [] : [`${key} is ${there}, and should be one of ${allowed.join(', ')}`];
  });
};
