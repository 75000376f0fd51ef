import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where Debian puts the programs of each version. */
const debianFolder = '/usr/lib/postgresql';

const hasServer = (folder: string): boolean =>
  existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'));

/**
 * The folder with `initdb` and `postgres`: the one that `TONEARM_POSTGRES_BIN` names, one of the search path, or the
 * newest of Debian's. Null when there is none.
 */
export const findPostgres = (): string | null => {
  const named = process.env['TONEARM_POSTGRES_BIN'];
  if (named !== undefined && hasServer(named)) return named;
  const inPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .find((folder) => folder !== '' && hasServer(folder));
  if (inPath !== undefined) return inPath;
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : [];
  return (
    versions
      .toSorted((one, other) => Number(other) - Number(one))
      .map((version) => join(debianFolder, version, 'bin'))
      .find(hasServer) ?? null
  );
};

/** A user that PostgreSQL may run as: it refuses root. Nothing where we are not root. */
export const unprivilegedUser = (): { readonly uid: number; readonly gid: number } | null => {
  if (process.getuid?.() !== 0) return null;
  const numberOf = (flag: string, name: string): number | null => {
    const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' });
    return status === 0 ? Number(stdout) : null;
  };
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = [numberOf('-u', name), numberOf('-g', name)];
    if (uid !== null && gid !== null) return { uid, gid };
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor nobody.');
};
