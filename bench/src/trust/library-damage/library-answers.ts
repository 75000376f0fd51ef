import type { BenchClient } from '../../http-client.ts';

/** Every kind of read, with what may differ between two libraries of the same files taken out. */
const calls = [
  'browse',
  'flatten',
  'recent?limit=100',
  'search/track',
  'search/pic',
  'playlist/Mine',
] as const;

interface Entry {
  readonly Directory?: { readonly date_added?: number };
}

/** Folders without songs are dated by the library alone. */
const comparable = (entry: Entry): string =>
  JSON.stringify(
    entry.Directory === undefined ? entry : { Directory: { ...entry.Directory, date_added: undefined } },
  );

/** Null where a damaged page is text that goes on: SQLite notices nothing before all is looked through. */
const entriesOf = (text: string): Entry[] | null => {
  try {
    return JSON.parse(text) as Entry[];
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
};

/** What went wrong in one case, a line each. */
export interface Watched {
  readonly failures: string[];
}

const ask = async (client: BenchClient, path: string, watched: Watched): Promise<string | null> => {
  const answer = await client.send(path).catch(() => null);
  // Cut off in the middle is not taken for whole by any client.
  if (answer === null) return null;
  if (answer.status === 200 && path.startsWith('audio')) return `${answer.body.length} bytes`;
  const text = answer.body.toString();
  if (answer.status === 200) {
    const entries = entriesOf(text);
    return entries === null ? null : JSON.stringify(entries.map(comparable).sort());
  }
  if (answer.status !== 503) watched.failures.push(`${path} answered ${answer.status} ${text}`);
  return null;
};

/** A song of a list. */
export interface Song {
  readonly path: string;
}

/** All that is read of a library, by what was asked; null where no whole answer came. */
export const snapshot = async (
  client: BenchClient,
  watched: Watched,
): Promise<Map<string, string | null>> => {
  const answers = new Map<string, string | null>();
  for (const call of calls) answers.set(call, await ask(client, call, watched));
  const songs = (JSON.parse(answers.get('flatten') ?? '[]') as string[]).map(
    (text) => JSON.parse(text) as Song,
  );
  for (const folder of new Set(songs.map(({ path }) => path.slice(0, path.lastIndexOf('/'))))) {
    answers.set(folder, await ask(client, `browse/${encodeURIComponent(folder)}`, watched));
  }
  for (const { path } of songs.slice(0, 5)) {
    answers.set(path, await ask(client, `audio/${encodeURIComponent(path)}`, watched));
  }
  for (const call of ['scan_status', 'source_states', 'collection_status', 'scan_problems']) {
    const { status, body } = await client.send(call);
    if (status !== 200 && status !== 503)
      watched.failures.push(`${call} answered ${status} ${body.toString()}`);
  }
  return answers;
};

/** Whether everything was answered, and as before. */
export const isSame = (
  one: ReadonlyMap<string, string | null>,
  other: ReadonlyMap<string, string | null>,
): boolean =>
  one.size === other.size && [...one].every(([key, value]) => value !== null && other.get(key) === value);
