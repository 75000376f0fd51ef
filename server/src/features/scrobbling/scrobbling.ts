import type { LinkedService, OutboxEntry, Song } from '@tonearm/contract';
import { AppError } from '../../platform/app-error.ts';
import type { AppEvents } from '../../platform/app-events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Events } from '../../platform/events.ts';
import type { Log } from '../../platform/log.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import type { Duty } from '../../state/duty.ts';
import type { StateAccess, StateQuery } from '../../state/state-access.ts';
import { deleteAccount, type Lapse, listAccounts, listLinkedUsers, saveAccount } from './accounts-store.ts';
import { createMovedPlays } from './moved-plays.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { outboxEntryOf } from './outbox-entry.ts';
import {
  adoptWaiting,
  countListens,
  countOutbox,
  discard,
  listListens,
  listOutboxRows,
  makeDue,
} from './outbox-store.ts';
import { playOf } from './play.ts';
import type { ScrobblingService } from './scrobbler.ts';

/** A page of a list, in entries. */
interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** Plays, linked accounts and what waits to be sent. Plays belong to users by their id. */
export interface Scrobbling {
  /**
   * Tells the linked services what plays, without waiting.
   * @param player what plays it; without it our own client
   * @returns whether an account is linked
   */
  nowPlaying(userId: number, song: Song, player?: string): Promise<boolean>;
  /**
   * Stores a play for the history and every linked service.
   * @param startedAt seconds since the epoch; null when the client did not say
   * @returns whether an account is linked
   */
  scrobble(userId: number, song: Song, startedAt: number | null): Promise<boolean>;
  /** @throws AppError not_found, service_refused, service_unreachable */
  link(userId: number, service: string, token: string): Promise<void>;
  unlink(userId: number, service: string): Promise<void>;
  listServices(userId: number): Promise<LinkedService[]>;
  /** Numbers of the users who have linked any of them. */
  listLinked(): Promise<ReadonlySet<number>>;
  /** Sends plays that wait for another account of a service to the one that is linked now. */
  adopt(userId: number, service: string): Promise<void>;
  listOutbox(userId: number, page: Page): Promise<{ entries: OutboxEntry[]; total: number }>;
  /** @throws AppError not_found */
  retry(userId: number, id: number): Promise<void>;
  /** @throws AppError not_found */
  discard(userId: number, id: number): Promise<void>;
  listHistory(userId: number, page: Page): ReturnType<typeof listListens>;
  countHistory(userId: number): Promise<number>;
  /** Begins sending what waits. */
  start(): void;
  close(): Promise<void>;
}

/** What scrobbling stands on. */
export interface ScrobblingDeps {
  readonly state: Pick<StateAccess, 'query' | 'onChange'>;
  readonly services: readonly ScrobblingService[];
  readonly events: Pick<Events<AppEvents>, 'on'>;
  /** Whether anything can be saved; always unless told. */
  readonly canSave?: () => boolean;
  /** Whose turn it is to send; always ours unless told. */
  readonly duty?: Duty;
  readonly secrets: SecretBox;
  /** Hears that a play was stored; waited for before it is answered. Nothing unless told. */
  readonly onPlay?: () => Promise<void>;
  /** Hears what somebody began to listen to. Nothing unless told. */
  readonly onNowPlaying?: (userId: number, song: Song, player?: string) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}

/** A play is taken to have begun when it was announced, if that was this long ago at most, in seconds. */
const longestPlaySeconds = 6 * 60 * 60;

/** When a client reports a play, at least this much of the song was heard (product specification, §9). */
const longestUnheardSeconds = 240;

const noSuchEntry = (): AppError => new AppError('not_found', 'There is no such play in the outbox.');

const statusOf = (
  service: ScrobblingService,
  account: { username: string; lapse: Lapse | null } | undefined,
  { all, refused, elsewhere } = { all: 0, refused: 0, elsewhere: 0 },
): LinkedService => ({
  id: service.id,
  label: service.label,
  linked_by: service.linkedBy,
  is_available: service.hint === null,
  hint: service.hint,
  username: account?.username ?? null,
  lapse: account?.lapse ?? null,
  profile_url: account === undefined ? null : service.profileUrl(account.username),
  authorize_url: service.authorizeUrl,
  waiting: all - refused,
  refused,
  waiting_elsewhere: elsewhere,
});

/** Remembers when each user's current song was announced, to know when a play began. */
const createAnnouncements = (clock: Clock) => {
  const current = new Map<number, { path: string; atSeconds: number }>();
  const nowSeconds = (): number => Math.floor(clock.nowMs() / 1000);
  return {
    note: (userId: number, path: string): void => {
      current.set(userId, { path, atSeconds: nowSeconds() });
    },
    startOf: (userId: number, song: Song): number => {
      const known = current.get(userId);
      const now = nowSeconds();
      const isCurrent = known?.path === song.path && now - known.atSeconds <= longestPlaySeconds;
      if (isCurrent && known.atSeconds <= now) return known.atSeconds;
      return now - Math.min(Math.floor((song.duration ?? 0) / 2), longestUnheardSeconds);
    },
  };
};

/** What each part of scrobbling needs. */
interface Parts {
  readonly deps: ScrobblingDeps;
  readonly query: StateQuery;
  readonly services: ReadonlyMap<string, ScrobblingService>;
  readonly outbox: Outbox;
}

/** What somebody hears: told, and stored. */
const createPlays = ({ deps, query, services, outbox }: Parts) => {
  const announcements = createAnnouncements(deps.clock);
  return {
    nowPlaying: async (userId: number, song: Song, player?: string): Promise<boolean> => {
      announcements.note(userId, song.path);
      await deps.onNowPlaying?.(userId, song, player);
      const accounts = await listAccounts(query, userId);
      for (const account of accounts) {
        const service = services.get(account.service);
        const secret = deps.secrets.open(account.secret);
        if (service === undefined || secret === null || account.lapse !== null) continue;
        if (outbox.isHeld(service.id)) continue;
        void service.nowPlaying(secret, playOf(song)).then((verdict) => {
          if (verdict.kind !== 'sent') deps.log.debug('now playing was not taken', { verdict });
        });
      }
      return accounts.length > 0;
    },
    scrobble: async (userId: number, song: Song, startedAt: number | null): Promise<boolean> => {
      const accounts = await listAccounts(query, userId);
      await outbox.store({
        userId,
        path: song.path,
        play: playOf(song),
        title: song.title,
        artist: song.artist,
        playedAt: startedAt ?? announcements.startOf(userId, song),
        accounts,
      });
      await deps.onPlay?.();
      return accounts.length > 0;
    },
    listHistory: (userId: number, page: Page) => listListens(query, userId, page),
    countHistory: (userId: number) => countListens(query, userId),
  };
};

/** Accounts at services. */
const createAccounts = ({ deps, query, services, outbox }: Parts) => ({
  link: async (userId: number, id: string, token: string): Promise<void> => {
    const service = services.get(id);
    if (service === undefined) throw new AppError('not_found', 'There is no such scrobbling service.');
    if (service.hint !== null) throw new AppError('service_refused', service.hint);
    const verdict = await service.link(token);
    if (verdict.kind === 'refused') throw new AppError('service_refused', verdict.reason);
    if (verdict.kind === 'unreachable') throw new AppError('service_unreachable', verdict.reason);
    const { username } = verdict;
    const secret = deps.secrets.seal(verdict.secret);
    await saveAccount(query, { userId, service: id, username, secret, nowMs: deps.clock.nowMs() });
    outbox.wake();
  },
  unlink: (userId: number, service: string) => deleteAccount(query, userId, service),
  listServices: async (userId: number): Promise<LinkedService[]> => {
    const accounts = await listAccounts(query, userId);
    const counts = await countOutbox(query, userId);
    return deps.services.map((service) => {
      const isOfIt = (row: { service: string }): boolean => row.service === service.id;
      return statusOf(service, accounts.find(isOfIt), counts.find(isOfIt));
    });
  },
  listLinked: () =>
    listLinkedUsers(
      query,
      deps.services.map(({ id }) => id),
    ),
  adopt: async (userId: number, service: string): Promise<void> => {
    await adoptWaiting(query, { userId, service });
    outbox.wake();
  },
});

/** What waits to be sent, as its user sees it. */
const createWaiting = ({ query, services, outbox }: Parts) => ({
  listOutbox: async (userId: number, page: Page) => {
    const rows = await listOutboxRows(query, userId, page);
    const counts = await countOutbox(query, userId);
    const entries = rows.map((row) => outboxEntryOf(row, services.get(row.service)?.label ?? null));
    return { entries, total: counts.reduce((sum, row) => sum + row.all, 0) };
  },
  retry: async (userId: number, id: number): Promise<void> => {
    if (!(await makeDue(query, userId, id))) throw noSuchEntry();
    outbox.wake();
  },
  discard: async (userId: number, id: number): Promise<void> => {
    if (!(await discard(query, userId, id))) throw noSuchEntry();
  },
});

/** The scrobbling feature over `state.db`. Nothing is sent before `start`; songs that move are followed from now on. */
export const createScrobbling = (deps: ScrobblingDeps): Scrobbling => {
  const { query } = deps.state;
  const services = new Map(deps.services.map((service) => [service.id, service]));
  const outbox = createOutbox({ ...deps, query, services, openSecret: deps.secrets.open });
  deps.events.on('storage-changed', outbox.wake);
  // Plays that another process took, and accounts that were linked there.
  if (deps.duty !== undefined) deps.state.onChange(['outbox', 'linked_accounts'], outbox.wake);
  deps.events.on('songs-moved', createMovedPlays(query));
  const parts = { deps, query, services, outbox };
  return {
    ...createPlays(parts),
    ...createAccounts(parts),
    ...createWaiting(parts),
    start: outbox.wake,
    close: outbox.close,
  };
};
