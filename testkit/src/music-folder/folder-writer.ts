import { mkdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FileOptions, FolderPath } from './plan.ts';

/** Writes files below one folder, and the folders that they need. */
export interface FolderWriter {
  /** The host's path of something inside, as bytes. */
  hostPath: (path: FolderPath) => Buffer;
  folder: (path: FolderPath) => Promise<void>;
  file: (path: FolderPath, data: Buffer, options: FileOptions) => Promise<void>;
  /** `target` is written as it stands: relative to the link's own folder, or absolute. */
  link: (path: FolderPath, target: FolderPath) => Promise<void>;
}

/** A writer into `root`, an absolute path that need not exist yet. */
export function createFolderWriter(root: string): FolderWriter {
  const known = new Set<string>();
  const hostPath = (path: FolderPath) =>
    Buffer.concat([Buffer.from(`${root}/`), Buffer.isBuffer(path) ? path : Buffer.from(path)]);

  // Latin-1 maps every byte to one character, so names of any bytes survive the way through text.
  const parentOf = (host: Buffer) => Buffer.from(dirname(host.toString('latin1')), 'latin1');

  const makeFolder = async (host: Buffer) => {
    const key = host.toString('latin1');
    if (known.has(key)) return;
    await mkdir(host, { recursive: true });
    known.add(key);
  };

  return {
    hostPath,
    folder: (path) => makeFolder(hostPath(path)),
    async file(path, data, { mtime }) {
      const host = hostPath(path);
      await makeFolder(parentOf(host));
      await writeFile(host, data);
      if (mtime) await utimes(host, mtime, mtime);
    },
    async link(path, target) {
      const host = hostPath(path);
      await makeFolder(parentOf(host));
      await symlink(target, host);
    },
  };
}
