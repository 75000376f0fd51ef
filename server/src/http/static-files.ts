import { readdirSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';

/** Content types by extension; anything else is not served. */
const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

/** How a file lies on the disk: as it is, or compressed when the client was built. */
export interface StoredForm {
  readonly file: string;
  /** null for the file as it is. */
  readonly encoding: 'br' | 'gzip' | null;
  readonly etag: string;
}

/** One file of the web client. */
export interface StaticFile {
  readonly contentType: string;
  /** Whether its name changes with its content. */
  readonly isHashed: boolean;
  /** Best first; the last is the file as it is. */
  readonly forms: readonly StoredForm[];
}

/** Files by address below the root: `assets/index-3f2a.js`. */
export type StaticFiles = ReadonlyMap<string, StaticFile>;

const compressedForms = [
  { suffix: '.br', encoding: 'br' },
  { suffix: '.gz', encoding: 'gzip' },
] as const;

/** Folders of the build that are not part of the site. */
const previousName = 'previous';

const formOf = (file: string, encoding: StoredForm['encoding']): StoredForm => {
  const { size, mtimeMs } = statSync(file);
  return {
    file,
    encoding,
    etag: `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}-${encoding ?? 'plain'}"`,
  };
};

const listBelow = (folder: string, prefix: string): string[] => {
  const names: string[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name.startsWith('.')) continue;
    if (entry.isFile()) names.push(`${prefix}${entry.name}`);
    else if (entry.isDirectory() && prefix + entry.name !== previousName) {
      names.push(...listBelow(join(folder, entry.name), `${prefix}${entry.name}/`));
    }
  }
  return names;
};

const addFolder = (files: Map<string, StaticFile>, options: { folder: string; below: string }): void => {
  const names = listBelow(options.folder, '');
  const known = new Set(names);
  for (const name of names) {
    const contentType = contentTypes[extname(name)];
    const address = `${options.below}${name}`;
    if (contentType === undefined || files.has(address)) continue;
    const file = join(options.folder, name);
    const compressed = compressedForms.filter(({ suffix }) => known.has(name + suffix));
    files.set(address, {
      contentType,
      isHashed: address.startsWith('assets/'),
      forms: [
        ...compressed.map(({ suffix, encoding }) => formOf(file + suffix, encoding)),
        formOf(file, null),
      ],
    });
  }
};

const folderExists = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * Lists what may be served of a built web client: its own files, and the assets of the build before it for
 * tabs that are still open. What is not in the list does not exist.
 */
export const listStaticFiles = (distFolder: string): StaticFiles => {
  const files = new Map<string, StaticFile>();
  addFolder(files, { folder: distFolder, below: '' });
  const previous = join(distFolder, previousName);
  if (folderExists(previous)) addFolder(files, { folder: previous, below: 'assets/' });
  return files;
};
