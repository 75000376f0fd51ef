import { type FileHandle, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { closeOpened, type OpenedFile, openInside } from '../../platform/paths/open-inside.ts';

/** A file that is being written. Who has it ends it by `keep` or `drop`, once; both close nothing. */
export interface CachePart {
  /** To be written and read, and closed by whoever has it. */
  readonly handle: FileHandle;
  /** It is whole: it can be opened by its name from now on. */
  keep(sizeBytes: number): Promise<void>;
  /** Takes it away; what has it open reads on. */
  drop(): Promise<void>;
  /** It could not be written: for a while, nothing is begun. */
  noteTrouble(): void;
}

/** Converted songs on disk, bounded, least recently used first out. The folder itself is the index. */
export interface TranscodeCache {
  open(name: string): Promise<OpenedFile | null>;
  /** @returns null where nothing can be written, now or a moment ago */
  begin(name: string): Promise<CachePart | null>;
  totalBytes(): number;
}

interface Entry {
  readonly sizeBytes: number;
  usedAtMs: number;
}

/** What names look like: a digest and the suffix of a format. */
const nameShape = /^[\w-]{22}-\d+\.[a-z\d]{1,5}$/;

/** After the disk refused something, nothing is tried for so long, in milliseconds. */
const troubleMs = 60_000;

/** How full the cache is after room was made, of its limit. */
const fillAfterEviction = 0.9;

/** Reads what is in the folder from before, and takes away what was never finished. */
const readFolder = async (folder: string): Promise<Map<string, Entry>> => {
  const entries = new Map<string, Entry>();
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    if (!nameShape.test(name)) {
      if (name.endsWith('.part')) await rm(path, { force: true }).catch(() => {});
      continue;
    }
    const stats = await stat(path).catch(() => null);
    if (stats?.isFile() === true) entries.set(name, { sizeBytes: stats.size, usedAtMs: stats.mtimeMs });
  }
  return entries;
};

/** The cache in a folder of its own, which is made when first needed. */
export const createTranscodeCache = (deps: {
  readonly folder: string;
  readonly limitBytes: number;
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>;
  readonly log: Log;
}): TranscodeCache => {
  const { folder, limitBytes, clock, log } = deps;
  let entries: Map<string, Entry> | null = null;
  let partCount = 0;
  let troubledUntilMs = 0;
  let reading: Promise<Map<string, Entry>> | null = null;
  const known = async (): Promise<Map<string, Entry>> => {
    reading ??= readFolder(folder);
    entries ??= await reading;
    return entries;
  };
  const total = (): number => [...(entries ?? [])].reduce((sum, [, { sizeBytes }]) => sum + sizeBytes, 0);

  const forget = async (name: string): Promise<void> => {
    entries?.delete(name);
    await rm(join(folder, name), { force: true }).catch(() => {});
  };

  const makeRoom = async (): Promise<void> => {
    let left = total();
    if (left <= limitBytes) return;
    const byUse = [...(entries ?? [])].toSorted(([, a], [, b]) => a.usedAtMs - b.usedAtMs);
    for (const [name, { sizeBytes }] of byUse) {
      if (left <= limitBytes * fillAfterEviction) return;
      left -= sizeBytes;
      await forget(name);
    }
  };

  const noteTrouble = (error?: unknown): void => {
    troubledUntilMs = clock.monotonicMs() + troubleMs;
    log.warn('converted songs cannot be kept', { error });
  };

  const beginPart = async (name: string): Promise<CachePart> => {
    await mkdir(folder, { recursive: true });
    partCount += 1;
    const part = join(folder, `${name}.${process.pid}-${partCount}.part`);
    const handle = await open(part, 'wx+', 0o600);
    const drop = (): Promise<void> => rm(part, { force: true }).catch(() => {});
    return {
      handle,
      drop,
      noteTrouble,
      keep: async (sizeBytes) => {
        if (sizeBytes > limitBytes) return await drop();
        try {
          await rename(part, join(folder, name));
          entries?.set(name, { sizeBytes, usedAtMs: clock.nowMs() });
          await makeRoom();
        } catch (error) {
          noteTrouble(error);
          await drop();
        }
      },
    };
  };

  return {
    open: async (name) => {
      const entry = (await known()).get(name);
      if (entry === undefined) return null;
      const file = await openInside(Buffer.from(join(folder, name)), { folders: [folder] });
      if (file === null || file.sizeBytes !== entry.sizeBytes) {
        if (file !== null) await closeOpened(file);
        await forget(name);
        return null;
      }
      entry.usedAtMs = clock.nowMs();
      const usedAt = new Date(entry.usedAtMs);
      await utimes(join(folder, name), usedAt, usedAt).catch(() => {});
      return file;
    },
    begin: async (name) => {
      if (clock.monotonicMs() < troubledUntilMs) return null;
      try {
        await known();
        return await beginPart(name);
      } catch (error) {
        noteTrouble(error);
        return null;
      }
    },
    totalBytes: total,
  };
};
