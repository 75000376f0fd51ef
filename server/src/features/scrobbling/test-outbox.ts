import { createFakeClock, tempFolder } from '@tonearm/testkit';
import { openTestState } from '../../../test/test-state.ts';
import { silentLog } from '../../platform/log.ts';
import { saveAccount } from './accounts-store.ts';
import { createOutbox, type OutboxDeps } from './outbox.ts';
import { adoptWaiting, listListens, listOutboxRows } from './outbox-store.ts';
import { forAll, type PlayedAt, type ScrobblingService, type Verdict } from './scrobbler.ts';

export const minuteMs = 60_000;
export const dayMs = 24 * 60 * minuteMs;

const played = (title: string) => ({
  title,
  artist: 'Anna',
  album: null,
  albumArtist: null,
  trackNumber: null,
  durationSeconds: 100,
});

const verdicts: { readonly [Kind in Verdict['kind']]: Verdict } = {
  sent: { kind: 'sent' },
  retry: { kind: 'retry', reason: 'because' },
  unlinked: { kind: 'unlinked', reason: 'because' },
  rejected: { kind: 'rejected', refusal: { reason: 'not_taken', number: 7 } },
};

type Script = (Verdict['kind'] | Verdict)[];

/** A service that does what a script says, one word a call, and keeps what it took. */
const scriptedService = (script: Script) => {
  const taken: string[] = [];
  const calls: string[][] = [];
  let gate: PromiseWithResolvers<Verdict['kind']> | null = null;
  const service: ScrobblingService = {
    id: 'lastfm',
    label: 'Scripted',
    mostPlays: 3,
    linkedBy: 'page',
    hint: null,
    authorizeUrl: null,
    profileUrl: () => null,
    link: async () => ({ kind: 'linked', username: 'x', secret: 'y' }),
    nowPlaying: async () => ({ kind: 'sent' }),
    scrobble: async (_secret, plays: readonly PlayedAt[]) => {
      calls.push(plays.map(({ play }) => play.title));
      const held = gate?.promise;
      gate = null;
      const word = (await held) ?? script.shift() ?? 'sent';
      const verdict: Verdict = typeof word === 'object' ? word : verdicts[word];
      if (verdict.kind === 'sent') taken.push(...plays.map(({ play }) => play.title));
      return forAll(plays, verdict);
    },
  };
  /** The next call is answered when the test says so. */
  const holdNext = () => {
    gate = Promise.withResolvers();
    return gate;
  };
  return { service, taken, calls, holdNext };
};

/** An outbox whose service does what a script says, and two people who are linked to it. `may` says what it may do now. */
export const outboxWith = async (script: Script, may: Pick<OutboxDeps, 'canSave' | 'duty'> = {}) => {
  const folder = await tempFolder();
  const state = openTestState(folder.path);
  state.raw.exec(`INSERT INTO users VALUES (1, 'anna', '', 1, NULL, NULL, 0)`);
  const clock = createFakeClock();
  const link = (username = 'a', secret = 'k', userId = 1) =>
    saveAccount(state.query, {
      userId,
      service: 'lastfm',
      username,
      secret: Buffer.from(secret),
      nowMs: 0,
    });
  await link();
  state.raw.exec(`INSERT INTO users VALUES (2, 'ben', '', 0, NULL, NULL, 0)`);
  await link('a', 'k', 2);
  const { service, taken, calls, holdNext } = scriptedService(script);
  const warnings: string[] = [];
  const open = () =>
    createOutbox({
      query: state.query,
      services: new Map([['lastfm', service]]),
      openSecret: () => 'key',
      clock,
      ...may,
      log: { ...silentLog, warn: (message) => warnings.push(message) },
    });
  let outbox = open();
  const store = (title: string, playedAt: number, userId = 1) =>
    outbox.store({
      userId,
      path: `Music/${title}`,
      play: played(title),
      title,
      artist: 'Anna',
      playedAt,
      accounts: [{ service: 'lastfm', username: 'a' }],
    });
  /** Writes a play at once, as another connection would. */
  const put = (title: string, playedAt: number, service = 'lastfm'): void => {
    const columns = 'user_id, service, path, play, played_at, attempts, next_attempt_at_ms, created_at_ms';
    state.raw
      .prepare(`INSERT INTO outbox (${columns}) VALUES (1, ?, ?, ?, ?, 0, 0, ?)`)
      .run(service, `Music/${title}`, JSON.stringify(played(title)), playedAt, clock.nowMs());
  };
  return {
    clock,
    store,
    put,
    warnings,
    holdNext,
    adopt: () => adoptWaiting(state.query, { userId: 1, service: 'lastfm' }),
    taken,
    calls,
    lapse: () => state.raw.prepare('SELECT lapse FROM linked_accounts WHERE user_id = 1').pluck().get(),
    link,
    outbox: () => outbox,
    quiet: state.settled,
    restart: () => {
      outbox = open();
    },
    rows: () => listOutboxRows(state.query, 1, { limit: 1000, offset: 0 }),
    history: () => listListens(state.query, 1, { limit: 1000, offset: 0 }),
    [Symbol.asyncDispose]: async () => {
      await outbox.close();
      state.close();
      await folder[Symbol.asyncDispose]();
    },
  };
};
