import { startProduct, tempFolder } from '@tonearm/testkit';
import { type BenchClient, createBenchClient } from '../../http-client.ts';
import { freshFolder, libraryOf, sizeOf } from '../../libraries.ts';
import { summarize } from '../../percentiles.ts';
import { measureColdScan, rest, serve } from '../../served-library.ts';
import { clientOf, prepareOnce, scanned, sleep } from '../trust-product.ts';
import { askAround } from './asking.ts';
import { startCarelessServer } from './careless-server.ts';
import { hostileSearches } from './hostile-searches.ts';

/** One kind of query, asked several times. */
interface Abuse {
  readonly name: string;
  readonly statuses: readonly number[];
  /** Until the last byte of a page, as the player and apps ask for it, in milliseconds. */
  readonly pageP95Ms: number;
  /** Until the first byte of everything that is found, and until the last; and how much that is. */
  readonly firstByteP95Ms: number;
  readonly wholeP95Ms: number;
  readonly megabytes: number;
}

/** What came of it. */
interface SearchAbuseResult {
  readonly abuses: readonly Abuse[];
  /** Answers to others while somebody sends one such query after the other, and right before, in milliseconds. */
  readonly othersP95Ms: number;
  readonly quietP95Ms: number;
  readonly errors: number;
}

/** Longest answer: until the last byte of a page, and the first of everything that is found. */
const longestMs = 100;
/** More for each MB of everything that is found: who asks for all songs at once gets a whole collection. */
const longestMsOfMegabyte = 100;
/** What a clock and a machine give or take, in milliseconds: more is a difference. */
const unchangedWithinMs = 10;
const usualQuietMs = 5_000;
/** Items of a page, as the player asks for them. */
const pageItems = 100;

/** Answered, or refused in words. */
const statusesAllowed: readonly number[] = [200, 400, 414, 431];

const mostMs = ({ megabytes }: Abuse): number => longestMs + longestMsOfMegabyte * megabytes;

const faultsOf = (abuse: Abuse): string[] => {
  const { name, statuses, pageP95Ms, firstByteP95Ms, wholeP95Ms, megabytes } = abuse;
  const faults = statuses
    .filter((status) => !statusesAllowed.includes(status))
    .map((status) => `${name} was answered with ${status}`);
  if (pageP95Ms > longestMs) faults.push(`a page of ${name} took ${pageP95Ms.toFixed(0)} ms`);
  if (firstByteP95Ms > longestMs)
    faults.push(`the first byte of ${name} took ${firstByteP95Ms.toFixed(0)} ms`);
  else if (wholeP95Ms > mostMs(abuse))
    faults.push(`${megabytes.toFixed(1)} MB of ${name} took ${wholeP95Ms.toFixed(0)} ms`);
  return faults;
};

/** What is wrong with it, a sentence each. */
export const judgeSearchAbuse = ({
  abuses,
  othersP95Ms,
  quietP95Ms,
  errors,
}: SearchAbuseResult): string[] => {
  const faults = abuses.flatMap(faultsOf);
  if (othersP95Ms > quietP95Ms + unchangedWithinMs)
    faults.push(`others waited ${othersP95Ms.toFixed(1)} ms at p95, and ${quietP95Ms.toFixed(1)} before`);
  if (errors > 0) faults.push(`${errors} calls of others failed`);
  return faults;
};

interface Target {
  readonly apiRoot: string;
  readonly token: string;
}

const others = ['browse', 'playlists', 'recent?limit=20', 'preferences'].map((path) => ({ path }));

/** More than this is no head of a request any more: the server may hang up while it is still being sent. */
const mostHeadBytes = 256 * 1024;

interface Searched {
  readonly status: number;
  readonly firstByteMs: number;
  readonly wholeMs: number;
  readonly bytes: number;
}

const search = async (abuser: BenchClient, path: string): Promise<Searched> => {
  const begunMs = performance.now();
  try {
    const { status, firstByteMs, totalMs, body } = await abuser.send(path);
    return { status, firstByteMs, wholeMs: totalMs, bytes: body.length };
  } catch (error) {
    const { code = '' } = error as { code?: string };
    const isRefused = path.length > mostHeadBytes && ['EPIPE', 'ECONNRESET'].includes(code);
    const tookMs = performance.now() - begunMs;
    return { status: isRefused ? 431 : 0, firstByteMs: tookMs, wholeMs: tookMs, bytes: 0 };
  }
};

/** Asks for queries of one kind: for a page of what they find, and for all of it. */
const ask = async (
  abuser: BenchClient,
  { name, queryOf }: { name: string; queryOf: (attempt: number) => string },
  tries: number,
): Promise<Abuse> => {
  const pages: Searched[] = [];
  const wholes: Searched[] = [];
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const [paged, other] = [queryOf(attempt), queryOf(tries + attempt)].map(encodeURIComponent);
    pages.push(await search(abuser, `search/${paged}?limit=${pageItems}`));
    // Another query: what is found is kept for a while.
    wholes.push(await search(abuser, `search/${other}`));
  }
  return {
    name,
    statuses: [...new Set([...pages, ...wholes].map(({ status }) => status))],
    pageP95Ms: summarize(pages.map(({ wholeMs }) => wholeMs)).p95,
    firstByteP95Ms: summarize(wholes.map(({ firstByteMs }) => firstByteMs)).p95,
    wholeP95Ms: summarize(wholes.map(({ wholeMs }) => wholeMs)).p95,
    megabytes: Math.max(...wholes.map(({ bytes }) => bytes)) / 1e6,
  };
};

/** How often each kind is asked for, which of them, and how long others are listened to before. */
interface AbuseOptions {
  readonly tries: number;
  readonly only?: readonly string[];
  readonly quietForMs?: number;
}

/** Sends queries of each kind while somebody else looks around. */
const abuse = async (
  { apiRoot, token }: Target,
  { tries, only, quietForMs = usualQuietMs }: AbuseOptions,
): Promise<SearchAbuseResult> => {
  const somebody = createBenchClient(apiRoot, token);
  const abuser = createBenchClient(apiRoot, token);
  const stopQuiet = askAround(somebody, others);
  await sleep(quietForMs);
  const quiet = await stopQuiet();
  const stop = askAround(somebody, others);
  const abuses: Abuse[] = [];
  for (const [name, queryOf] of Object.entries(hostileSearches))
    if (only?.includes(name) !== false) abuses.push(await ask(abuser, { name, queryOf }, tries));
  const meanwhile = await stop();
  somebody.close();
  abuser.close();
  return {
    abuses,
    othersP95Ms: summarize(meanwhile.firstByteMs).p95,
    quietP95Ms: summarize(quiet.firstByteMs).p95,
    errors: meanwhile.errors,
  };
};

/** Abuses the search of a library of so many songs. */
export const runSearchAbuse = async (songs: number, tries = 10): Promise<SearchAbuseResult> => {
  const { musicFolder } = libraryOf(sizeOf(songs, { isLight: true }));
  await using served = await serve(freshFolder('data-search-abuse'));
  await measureColdScan(served, musicFolder);
  await rest(served);
  return await abuse(served, { tries });
};

/** Asks for each kind once, of a library of four songs: what is answered, and not how soon. */
export const runSearchAbuseShortly = async (): Promise<SearchAbuseResult> => {
  await using folder = await tempFolder();
  const dataFolder = folder.join('data');
  const token = await prepareOnce(dataFolder, folder.join('music'));
  await using product = await startProduct({ dataFolder, argv: ['--log-level', 'error'] });
  const client = clientOf(product, token);
  await scanned(client, 4);
  client.close();
  return await abuse(
    { apiRoot: new URL('api/', product.address).href, token },
    { tries: 1, quietForMs: 100 },
  );
};

/** The control: a search that looks at everything at once. */
export const runCarelessSearch = async (): Promise<SearchAbuseResult> => {
  await using served = await startCarelessServer('');
  const target = { apiRoot: new URL('api/', served.address).href, token: 'anybody' };
  return await abuse(target, { tries: 3, only: ['ten thousand times one letter'] });
};
