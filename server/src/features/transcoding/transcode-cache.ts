import { type FileHandle, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../platform/clock.ts';
import { excessBytes, takeBytes } from '../../platform/eviction.ts';
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

interface TranscodeCacheDeps {
  readonly folder: string;
  readonly limitBytes: number;
  readonly clock: Pick<Clock, 'nowMs' | 'monotonicMs'>;
  readonly log: Log;
}

interface Entry {
  readonly sizeBytes: number;
  usedAtMs: number;
}

/** What names look like: a digest and the suffix of a format. */
const nameShape = /^[\w-]{22}-\d+\.[a-z\d]{1,5}$/;

/** After the disk refused something, nothing is tried for so long, in milliseconds. */
const troubleMs = 60_000;

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
    if (stats?.isFile() === true) entries.set(name, { sizeBytes: stats.size, usedAtMs: stats.atimeMs });
  }
  return entries;
};

/**
 * Writes down when a file was used. When it was made stays, to the second, which every file system keeps as it is: it
 * is part of what tells clients that the bytes are the same.
 */
const noteUse = (path: string, usedAtMs: number, madeAtMs: number): Promise<void> =>
  utimes(path, usedAtMs / 1000, Math.floor(madeAtMs / 1000)).catch(() => {});

/** What is in the folder: read when it is first asked for, and kept within the limit. */
const createEntries = ({ folder, limitBytes, clock }: TranscodeCacheDeps) => {
  let entries: Map<string, Entry> | null = null;
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

  return {
    total,
    known,
    open: async (name: string): Promise<OpenedFile | null> => {
      const entry = (await known()).get(name);
      if (entry === undefined) return null;
      const file = await openInside(Buffer.from(join(folder, name)), { folders: [folder] });
      if (file === null || file.sizeBytes !== entry.sizeBytes) {
        if (file !== null) await closeOpened(file);
        await forget(name);
        return null;
      }
      entry.usedAtMs = clock.nowMs();
      await noteUse(join(folder, name), entry.usedAtMs, file.mtimeMs);
      return file;
    },
    /** Takes another one in, for which others go where there is too much. */
    add: async (name: string, sizeBytes: number): Promise<void> => {
      entries?.set(name, { sizeBytes, usedAtMs: clock.nowMs() });
      const bytes = excessBytes(total(), limitBytes);
      if (bytes === 0) return;
      const byUse = [...(entries ?? [])].toSorted(([, a], [, b]) => a.usedAtMs - b.usedAtMs);
      const gone = takeBytes(byUse, { bytes, sizeOf: ([, entry]) => entry.sizeBytes });
      for (const [each] of gone) await forget(each);
    },
  };
};

/** The cache in a folder of its own, which is made when first needed. */
export const createTranscodeCache = (deps: TranscodeCacheDeps): TranscodeCache => {
  const { folder, limitBytes, clock, log } = deps;
  const entries = createEntries(deps);
  let partCount = 0;
  let troubledUntilMs = 0;

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
          const nowMs = clock.nowMs();
          await noteUse(part, nowMs, nowMs);
          await rename(part, join(folder, name));
          await entries.add(name, sizeBytes);
        } catch (error) {
          noteTrouble(error);
          await drop();
        }
      },
    };
  };

  return {
    open: entries.open,
    begin: async (name) => {
      if (clock.monotonicMs() < troubledUntilMs) return null;
      try {
        await entries.known();
        return await beginPart(name);
      } catch (error) {
        noteTrouble(error);
        return null;
      }
    },
    totalBytes: entries.total,
  };
};
