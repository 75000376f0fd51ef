import type { AppFinding } from '@tonearm/contract';
import type { Reply, Way } from './asking.ts';
import { finding } from './finding.ts';
import type { AppProfile, Step, samples } from './profiles.ts';

/** Ids of things of the collection, of those that there are. */
export type Samples = Partial<Record<(typeof samples)[number], string>>;

const firstOf = (value: unknown, key: string): Readonly<Record<string, unknown>> => {
  const list = (value as Record<string, unknown> | undefined)?.[key];
  return Array.isArray(list) ? ((list[0] as Record<string, unknown> | undefined) ?? {}) : {};
};

const idAt = (item: Readonly<Record<string, unknown>>, key: string): string | undefined =>
  typeof item[key] === 'string' ? item[key] : undefined;

/** Looks up one of each. */
export const findSamples = async ({ ask }: Way): Promise<Samples> => {
  const asJson = async (call: string, sent: Record<string, string>) =>
    (await ask({ call, sent, format: 'json' })).envelope?.body ?? {};
  const songs = await asJson('search3', { query: '', artistCount: '0', albumCount: '0', songCount: '1' });
  const albums = await asJson('getAlbumList2', { type: 'newest', size: '1' });
  const indexes = await asJson('getIndexes', {});
  const song = firstOf(songs['searchResult3'], 'song');
  const album = firstOf(albums['albumList2'], 'album');
  const index = firstOf(indexes['indexes'], 'index');
  const found = {
    song: idAt(song, 'id'),
    album: idAt(album, 'id'),
    artist: idAt(album, 'artistId'),
    cover: idAt(album, 'coverArt') ?? idAt(song, 'coverArt'),
    folder: idAt(firstOf(index, 'artist'), 'id'),
  };
  return Object.fromEntries(Object.entries(found).filter(([, id]) => id !== undefined));
};

/** What is sent with a step; null where the collection has nothing to ask about. */
const sentOf = (step: Step, found: Samples): Record<string, string> | null => {
  const sent: Record<string, string> = {};
  for (const [name, value] of Object.entries(step.sent)) {
    const told = typeof value === 'string' ? value : found[value.sample];
    if (told === undefined) return null;
    sent[name] = told;
  }
  return sent;
};

/** Calls that answer bytes. */
const byteCalls = new Set(['stream', 'getCoverArt']);
/** Enough of a song to know that it comes. */
const firstBytes = 'bytes=0-1023';

/** Whether an answer is what an app goes on with. */
const isUsable = (call: string, reply: Reply): boolean => {
  if (reply.kind === 'trouble') return false;
  if (!byteCalls.has(call)) return reply.status === 200 && reply.envelope?.isOk === true;
  const type = reply.headers.get('content-type') ?? '';
  return [200, 206].includes(reply.status) && /^(?:audio|image|application\/(?!json))/.test(type);
};

/** What is told of an answer that is of no use. */
export const seenOf = (reply: Reply): string => {
  if (reply.kind === 'trouble') return reply.code;
  const message = reply.envelope?.message ?? '';
  return message === '' ? `${reply.status} ${reply.headers.get('content-type') ?? ''}`.trim() : message;
};

/** What became of a replay. */
export interface Replayed {
  readonly calls: number;
  readonly answered: number;
  /** Calls that were answered as an app needs it. */
  readonly usable: ReadonlySet<string>;
  readonly findings: readonly AppFinding[];
}

/**
 * Asks what an app asks, in its order.
 * @param before what was usable when the server itself was asked: what fails now is the doing of something in between
 */
export const replay = async (
  way: Way,
  { steps }: AppProfile,
  { found, before }: { found: Samples; before?: ReadonlySet<string> },
): Promise<Replayed> => {
  let calls = 0;
  let answered = 0;
  const usable = new Set<string>();
  const findings: AppFinding[] = [];
  for (const step of steps) {
    const sent = sentOf(step, found);
    if (sent === null) continue;
    const { call } = step;
    const reply = await way.ask({
      call,
      sent,
      ...(call === 'stream' ? { headers: { Range: firstBytes } } : {}),
    });
    calls += 1;
    if (isUsable(call, reply)) {
      answered += 1;
      usable.add(call);
    } else if (before === undefined) {
      findings.push(finding('call_refused', 'wrong', { call, seen: seenOf(reply) }));
    } else if (before.has(call)) {
      findings.push(finding('answer_changed', 'wrong', { call, seen: seenOf(reply) }));
    }
  }
  return { calls, answered, usable, findings };
};
