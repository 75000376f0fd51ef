import { join } from 'node:path';
import { makeLibrary, tempFolder } from '@tonearm/testkit';
import { measureColdScan, serve } from '../../served-library.ts';

/** What came of it. */
export interface HostileQueriesResult {
  readonly asked: number;
  readonly refused: number;
  readonly slowestRefusalMs: number;
  readonly failures: readonly string[];
}

/** No text takes longer to be refused, in milliseconds. */
const mostRefusalMs = 50;

/** A refusal that was late is asked for so often again: a machine may have been busy with something else. */
const again = 4;

/** A text is cut here: what is longer than an address may be never reaches a reader. */
const longestText = 5_000;

/** How much of a text a failure shows. */
const shownLength = 80;

const songs = 2_000;

const seeded = (seed: number): ((below: number) => number) => {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

const pieces = [
  ...['(', ')', '"', '&&', '||', '!!', '!', '-', '=', '!=', '%', '^', ':', '..', '<', '<=', '>', '>='],
  ...[' ', '   ', '\t', '\n', '\0', "'", '_', '\\', '/', '%00', '%', '*', '.*', '(a+)+$', '[', '{', '|'],
  ...['artist', 'albumartist', 'year', 'has', 'added', 'duration', 'plays', 'starred', 'nofield'],
  ...['a', 'é', 'ß', 'ı', '音', '\u{1f3b5}', '\u202e', 'e\u0301', '\ufdfa', '1', '2024', '2024-13', '1e9'],
  ...['99999999999999999999', '-1', '0x7f', 'x'.repeat(64), ' '.repeat(64), 'e\u0301'.repeat(40)],
];

/** Any text that somebody might type or send: signs of the language in any order, some of them very often. */
const drawText = (below: (limit: number) => number): string => {
  const piece = (): string => pieces[below(pieces.length)] ?? '';
  const several = (most: number): string => Array.from({ length: 1 + below(most) }, piece).join('');
  switch (below(5)) {
    case 0:
      return several(12);
    case 1:
      return several(200);
    case 2:
      return piece().repeat(1 + below(2_500));
    case 3:
      return `${several(3).repeat(1 + below(300))}${piece()}`;
    default:
      return Array.from({ length: 1 + below(80) }, () => `${piece()}${piece()} `).join(piece());
  }
};

/** Sends a text to one of the readers. @returns the status, and milliseconds to the whole answer */
export type AskQuery = (text: string) => Promise<{ readonly status: number; readonly totalMs: number }>;

/**
 * Asks for texts, one after the other. A text is found (200), unknown (404, an empty one) or refused (400, 414); whatever
 * else is answered, and a refusal that is late each time it is asked for, is told of.
 */
export const askHostileQueries = async (
  ask: AskQuery,
  { count, seed }: { readonly count: number; readonly seed: number },
): Promise<HostileQueriesResult> => {
  const below = seeded(seed);
  const failures: string[] = [];
  let refused = 0;
  let slowestRefusalMs = 0;
  for (let asked = 0; asked < count; asked += 1) {
    const text = drawText(below).slice(0, longestText);
    const { status, totalMs } = await ask(text);
    const shown = JSON.stringify(text.slice(0, shownLength));
    if (![200, 400, 404, 414, 431].includes(status)) failures.push(`${shown} was answered ${status}`);
    if (status === 200) continue;
    refused += 1;
    let leastMs = totalMs;
    for (let more = 0; more < again && leastMs > mostRefusalMs; more += 1)
      leastMs = Math.min(leastMs, (await ask(text)).totalMs);
    slowestRefusalMs = Math.max(slowestRefusalMs, leastMs);
    if (leastMs > mostRefusalMs) failures.push(`${shown} took ${leastMs.toFixed(0)} ms to be refused`);
  }
  return { asked: count, refused, slowestRefusalMs, failures };
};

/** Asks both readers of queries, and the box with suggestions, for any texts, over HTTP in a library of 2,000 songs. */
export const runHostileQueries = async (
  count: number,
  seed: number,
): Promise<readonly (HostileQueriesResult & { readonly reader: string })[]> => {
  await using folder = await tempFolder();
  makeLibrary({ out: folder.join('library'), songs, seed: '1', light: 'files' });
  await using served = await serve(folder.join('data'));
  await measureColdScan(served, join(folder.path, 'library', 'music'));
  const readers: readonly (readonly [string, (text: string) => string, Record<string, string>])[] = [
    ['ours', (text) => `find_songs?limit=50&query=${text}`, {}],
    ['of version 8', (text) => `search/${text}`, { 'Accept-Version': '8' }],
    ['of the box', (text) => `find_groups?query=${text}`, {}],
  ];
  const results: (HostileQueriesResult & { reader: string })[] = [];
  for (const [reader, addressOf, headers] of readers) {
    const ask: AskQuery = (text) =>
      served.client.send(addressOf(encodeURIComponent(text.toWellFormed())), { headers });
    results.push({ reader, ...(await askHostileQueries(ask, { count, seed })) });
  }
  return results;
};
