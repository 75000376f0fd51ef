import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchClient } from '../../http-client.ts';

/** Whoever asks, and all that was answered as text. */
export interface ToldClient extends BenchClient {
  readonly told: readonly string[];
}

/** Bytes of songs are no text. */
const isText = (type: string | undefined): boolean => /json|text|xml|event-stream/.test(type ?? '');

/** Remembers what a client is told: also errors, and the heads of what is sent. */
export const rememberTold = (client: BenchClient): ToldClient => {
  const told: string[] = [];
  const send: BenchClient['send'] = async (path, options) => {
    const answer = await client.send(path, options);
    told.push(JSON.stringify(answer.headers));
    if (isText(answer.headers['content-type'])) told.push(answer.body.toString());
    return answer;
  };
  const json = async <T>(path: string, options?: { method?: string; body?: unknown }): Promise<T> => {
    const { status, body } = await send(path, options);
    if (status >= 300) throw new Error(`${path} answered ${status}: ${body.toString()}`);
    return (body.length === 0 ? undefined : JSON.parse(body.toString())) as T;
  };
  return { told, send, json, close: client.close };
};

/** A key in every form in which it could be told by mistake. */
const formsOf = (key: string): string[] => [
  key,
  encodeURIComponent(key),
  Buffer.from(key).toString('base64'),
  Buffer.from(key).toString('hex'),
];

/** Which of some texts hold a key. @param texts by where they were found */
export const findKeys = (
  texts: Readonly<Record<string, readonly string[]>>,
  keys: readonly string[],
): string[] => {
  const forms = keys.flatMap(formsOf);
  return Object.entries(texts)
    .filter(([, each]) => each.some((text) => forms.some((form) => text.includes(form))))
    .map(([where]) => `a key of the bucket stands in ${where}`);
};

/** The databases of a data folder, with what is not in them yet, as texts. */
export const databasesOf = (dataFolder: string): string[] =>
  ['state.db', 'library.db'].flatMap((name) =>
    ['', '-wal'].map((tail) => {
      try {
        return readFileSync(join(dataFolder, `${name}${tail}`)).toString('latin1');
      } catch {
        // A log goes with the last connection.
        return '';
      }
    }),
  );
