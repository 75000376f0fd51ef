import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Song } from '@tonearm/contract';
import { untagged } from '@tonearm/contract/song-fields';
import { createApp } from '../src/http/app.ts';
import type { Authority, Caller } from '../src/http/authenticate.ts';
import type { Route } from '../src/http/route.ts';
import type { CollectionFile, CollectionLookup } from '../src/library/read/library-reading.ts';
import { systemClock } from '../src/platform/clock.ts';
import { silentLog } from '../src/platform/log.ts';

/** Real files in a temporary source called `music`, and a lookup over them. */
export interface StoredFiles {
  readonly root: string;
  readonly musicFolder: string;
  readonly lookup: CollectionLookup;
  /** Writes a file; its virtual path is `music/` and `name`. */
  put(name: string, bytes: Buffer | string, kind?: 'song' | 'picture'): string;
  /** Where a file of the source is. */
  realPath(name: string): string;
  /** Says what else may stand for a picture. */
  standIn(virtualPath: string, others: readonly string[]): void;
  /** Takes a path out of the collection, leaving the file. */
  forget(virtualPath: string): void;
  dispose(): void;
}

const songAt = (path: string): Song => ({
  path,
  artwork: null,
  ...untagged,
  duration: null,
});

/** Makes an empty source. Who makes it disposes it. */
export const createStoredFiles = (): StoredFiles => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'stored-files-')));
  const musicFolder = join(root, 'music');
  mkdirSync(musicFolder);
  const rows = new Map<string, CollectionFile>();
  const standIns = new Map<string, readonly string[]>();
  const find = (path: string, kinds: readonly string[]): CollectionFile | null => {
    const row = rows.get(path);
    return row !== undefined && kinds.includes(row.kind) ? row : null;
  };
  const findSong = (path: string): Song | null => (find(path, ['song']) === null ? null : songAt(path));
  return {
    root,
    musicFolder,
    lookup: {
      findSong: async (path) => findSong(path),
      findSongs: async (paths) => paths.map(findSong),
      findSongTexts: async (paths) =>
        paths.map((path) => (findSong(path) === null ? null : JSON.stringify(findSong(path)))),
      findSongFile: async (path) => find(path, ['song']),
      findPictureFile: async (path) => find(path, ['song', 'picture']),
      findOtherPictures: async (path) => [...(standIns.get(path) ?? [])],
    },
    realPath: (name) => join(musicFolder, name),
    put: (name, bytes, kind = 'song') => {
      const path = join(musicFolder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, bytes);
      const stats = statSync(path);
      rows.set(`music/${name}`, {
        realPath: Buffer.from(path),
        sourceRealPath: musicFolder,
        name: name.slice(name.lastIndexOf('/') + 1),
        sizeBytes: stats.size,
        mtimeUs: Math.floor(stats.mtimeMs * 1000),
        kind,
      });
      return `music/${name}`;
    },
    standIn: (path, others) => void standIns.set(path, others),
    forget: (path) => {
      rows.delete(path);
    },
    dispose: () => rmSync(root, { recursive: true, force: true }),
  };
};

/** Two signed-in people; the token is the name. */
const people: Readonly<Record<string, Caller>> = {
  anna: { userId: 1, username: 'anna', isAdmin: false, sessionId: 1, token: 'anna' },
  ben: { userId: 2, username: 'ben', isAdmin: false, sessionId: 2, token: 'ben' },
};

const authority: Authority = {
  identify: async (token) => people[token] ?? null,
  whyEnded: async () => null,
  isSetupOpen: () => false,
  maySetUp: () => false,
};

/** The real HTTP application over some routes, with the users `anna` and `ben`. */
export const appWith = (routes: readonly Route[]): ReturnType<typeof createApp> =>
  createApp({ log: silentLog, clock: systemClock, authority, basePath: '', trustedProxies: [], routes });

/** Headers that sign somebody in. */
export const as = (name: string): { authorization: string } => ({ authorization: `Bearer ${name}` });

/** The address of a virtual path below a call, encoded as one segment. */
export const addressOf = (call: string, virtualPath: string): string =>
  `/api/${call}/${encodeURIComponent(virtualPath)}`;
