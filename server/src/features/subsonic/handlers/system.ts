import type { Handlers } from '../call.ts';
import { dateOf } from '../dates.ts';
import { codes, ProtocolError } from '../protocol-error.ts';
import type { Node } from '../wire/tree.ts';

/** What is told of a user. */
interface ListedUser {
  readonly id: number;
  readonly name: string;
  readonly isAdmin: boolean;
}

/** What calls about the server itself stand on. */
export interface SystemDeps {
  readonly users: {
    /** By name, whatever its capitals where that is clear. */
    find(name: string): Promise<ListedUser | null>;
    list(): Promise<readonly ListedUser[]>;
    /** Numbers of those who have linked a service that plays are sent to. */
    scrobbling(): Promise<ReadonlySet<number>>;
  };
  readonly scanner: {
    status(): {
      readonly is_scanning: boolean;
      readonly files_found: number;
      readonly song_count: number;
      readonly finished_at: number | null;
    };
    trigger(): void;
  };
  /** Music folders by their lasting numbers, in saved order. */
  readonly folders: () => readonly { readonly id: number; readonly name: string }[];
  readonly settings: () => { readonly subsonic_downloads: boolean };
  /** Extensions that work now, with their versions. */
  readonly extensions: () => Promise<Readonly<Record<string, readonly number[]>>>;
}

const notAllowed = (): ProtocolError =>
  new ProtocolError(codes.notAllowed, 'Only an app that may administer may ask this of others.');

type SystemCalls =
  | 'ping'
  | 'getLicense'
  | 'getOpenSubsonicExtensions'
  | 'tokenInfo'
  | 'getUser'
  | 'getUsers'
  | 'getScanStatus'
  | 'startScan'
  | 'getMusicFolders';

/** A role is told only where the call behind it works: apps show their menus by these. */
const createUserNode =
  ({ folders, settings }: SystemDeps) =>
  (
    user: ListedUser,
    {
      isAdminRole,
      maxBitRate,
      scrobbling,
    }: { isAdminRole: boolean; maxBitRate: number | null; scrobbling: ReadonlySet<number> },
  ): Node => ({
    username: user.name,
    scrobblingEnabled: scrobbling.has(user.id),
    maxBitRate: maxBitRate ?? undefined,
    adminRole: isAdminRole,
    settingsRole: true,
    downloadRole: settings().subsonic_downloads,
    uploadRole: false,
    playlistRole: true,
    coverArtRole: false,
    commentRole: false,
    podcastRole: false,
    streamRole: true,
    jukeboxRole: false,
    shareRole: false,
    videoConversionRole: false,
    folder: folders().map(({ id }) => id),
  });

const createUserHandlers = (deps: SystemDeps): Pick<Handlers, 'getUser' | 'getUsers'> => {
  const { users } = deps;
  const userNode = createUserNode(deps);
  return {
    getUser: async ({ caller, parameters }) => {
      const found = await users.find(parameters.username);
      if (found?.id !== caller.userId && !caller.mayAdminister) throw notAllowed();
      if (found === null) throw new ProtocolError(codes.notFound, 'There is no such user.');
      const isSelf = found.id === caller.userId;
      return {
        user: userNode(found, {
          scrobbling: await users.scrobbling(),
          isAdminRole: isSelf ? caller.mayAdminister : found.isAdmin,
          maxBitRate: isSelf ? caller.maxBitRate : null,
        }),
      };
    },
    getUsers: async ({ caller }) => {
      const [all, scrobbling] = await Promise.all([users.list(), users.scrobbling()]);
      return {
        users: {
          user: all.map((user) =>
            userNode(user, {
              scrobbling,
              isAdminRole: user.isAdmin,
              maxBitRate: user.id === caller.userId ? caller.maxBitRate : null,
            }),
          ),
        },
      };
    },
  };
};

/** Calls about the server itself. */
export const createSystemHandlers = (deps: SystemDeps): Pick<Handlers, SystemCalls> => {
  const { scanner, folders } = deps;

  const scanStatus = (): Node => {
    const status = scanner.status();
    return {
      scanStatus: {
        scanning: status.is_scanning,
        count: status.is_scanning ? status.files_found : status.song_count,
        folderCount: folders().length,
        lastScan: status.finished_at === null ? undefined : dateOf(status.finished_at),
      },
    };
  };

  return {
    ...createUserHandlers(deps),
    ping: () => ({}),
    getLicense: () => ({ license: { valid: true } }),
    getOpenSubsonicExtensions: async () => ({
      openSubsonicExtensions: Object.entries(await deps.extensions()).map(([name, versions]) => ({
        name,
        versions,
      })),
    }),
    tokenInfo: ({ caller }) => ({ tokenInfo: { username: caller.username } }),
    getScanStatus: scanStatus,
    startScan: () => {
      scanner.trigger();
      return scanStatus();
    },
    getMusicFolders: () => ({
      musicFolders: { musicFolder: folders().map(({ id, name }) => ({ id, name })) },
    }),
  };
};
