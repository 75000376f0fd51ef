import { chmodSync, copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { holdDataFolder } from './data-folder.ts';
import { makeFolder, StartError } from './data-folder-files.ts';
import { MigrationError } from './db/migrate.ts';
import { endingSessionsOf } from './features/sessions/index.ts';
import { createPasswordHasher, findUserByName, setPasswordHash } from './features/users/index.ts';
import { type Random, systemRandom } from './platform/random.ts';
import { renewKey } from './platform/secret-box.ts';
import type { StateSums } from './state/copy-tables.ts';
import { openState } from './state/open-state.ts';
import { copiesIn, readyCopy } from './state/restore-state.ts';
import { dropSecrets } from './state/secrets.ts';
import type { StateAccess } from './state/state-access.ts';
import { CopyError, type CopyFacts, copyState } from './state/state-copy.ts';
import { writeTogether } from './state/written-together.ts';

/** What is done to a data folder instead of serving it. */
export type Maintenance =
  | { readonly kind: 'reset-password'; readonly name: string }
  | { readonly kind: 'back-up'; readonly target: string }
  | { readonly kind: 'restore'; readonly source: string; readonly isTrial: boolean }
  | { readonly kind: 'list-backups' }
  | { readonly kind: 'move-to'; readonly database: string }
  | { readonly kind: 'move-from'; readonly database: string }
  | { readonly kind: 'new-secret-key' };

const ownerOnly = 0o600;

/** Letters and digits that are not mistaken for one another; 16 of them are 80 bits. */
const passwordAlphabet = '23456789abcdefghjkmnpqrstuvwxyzA';
const passwordLength = 16;

const newPassword = (random: Random): string =>
  [...random.bytes(passwordLength)]
    .map((byte) => passwordAlphabet.charAt(byte % passwordAlphabet.length))
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-');

const noState = (dataFolder: string): StartError =>
  new StartError(`There is no state.db in ${dataFolder}. Name the data folder with --data.`);

const openOrExplain = (dataFolder: string): ReturnType<typeof openState> => {
  try {
    return openState(dataFolder);
  } catch (error) {
    throw explained(error);
  }
};

/** Where what is worked on lies. */
interface Place {
  readonly dataFolder: string;
  /** '' for `state.db` of the data folder. */
  readonly database: string;
}

const explained = (error: unknown): unknown =>
  error instanceof MigrationError ? new StartError(error.message) : error;

/** Works on what people made while no server does, or in the database that servers use. */
const withState = async <Result>(
  { dataFolder, database }: Place,
  work: (state: StateAccess) => Promise<Result>,
  { isAlone = true } = {},
): Promise<Result> => {
  if (database !== '') {
    const { withPostgresState } = await import('./state/postgres/postgres-state.ts');
    return withPostgresState(database, work, { isAlone }).catch((error: unknown) => {
      throw explained(error);
    });
  }
  if (!existsSync(join(dataFolder, 'state.db'))) throw noState(dataFolder);
  const folder = holdDataFolder(dataFolder);
  try {
    const state = openOrExplain(dataFolder);
    try {
      return await work(state);
    } finally {
      state.close();
    }
  } finally {
    folder.release();
  }
};

const resetPassword = (place: Place, name: string, random: Random): Promise<string> =>
  withState(
    place,
    async ({ query }) => {
      const user = await findUserByName(query, name);
      if (user === null) {
        const all = await query.selectFrom('users').select('name').orderBy('id').execute();
        throw new StartError(
          `There is no user ${name}. There are: ${all.map((each) => each.name).join(', ')}.`,
        );
      }
      const password = newPassword(random);
      const passwordHash = await createPasswordHasher({ random }).hash(password, '');
      await query.transaction().execute(async (transaction) => {
        await setPasswordHash(transaction, user.id, passwordHash);
        const which = { userId: user.id, keptSessionId: null };
        const end = { reason: 'administrator', nowMs: Date.now() } as const;
        await writeTogether(transaction, endingSessionsOf(transaction, which, end));
      });
      return `The new password of ${name} is ${password}\nEverybody who was signed in as ${name} was signed out. Start the server, sign in, and choose a password of your own.`;
    },
    { isAlone: false },
  );

const backUp = (dataFolder: string, target: string): string => {
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const folder = join(resolve(target), `tonearm-${time}`);
  if (!existsSync(join(dataFolder, 'state.db'))) throw noState(dataFolder);
  try {
    makeFolder(folder, 0o700);
  } catch (error) {
    throw new StartError(`The folder ${folder} cannot be made: ${(error as Error).message}.`);
  }
  try {
    copyState(join(dataFolder, 'state.db'), join(folder, 'state.db'));
  } catch (error) {
    if (!(error instanceof CopyError)) throw error;
    throw new StartError(`state.db cannot be copied to ${folder}: ${error.message}.`);
  }
  for (const name of ['secret.key', 'setup-closed', 'tonearm.json']) {
    if (!existsSync(join(dataFolder, name))) continue;
    copyFileSync(join(dataFolder, name), join(folder, name));
    chmodSync(join(folder, name), ownerOnly);
  }
  return `A verified copy is in ${folder}. To restore it, stop the server and run tonearm restore ${folder}`;
};

const howMany = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

const held = ({ users, playlists, plays }: CopyFacts): string =>
  `${howMany(users, 'user', 'users')}, ${howMany(playlists, 'playlist', 'playlists')} and ${howMany(plays, 'play', 'plays')}`;

const restore = async (
  dataFolder: string,
  { source, isTrial }: { source: string; isTrial: boolean },
): Promise<string> => {
  const folder = holdDataFolder(dataFolder);
  try {
    const copy = await readyCopy(dataFolder, source);
    if (isTrial) {
      copy.discard();
      return `${source} is sound: ${held(copy.facts)}. Nothing was changed.`;
    }
    const aside = copy.putInPlace(Date.now());
    const key = copy.hasKey
      ? ''
      : ' The copy brought no secret.key: the one in the data folder is used, and a start says when it does not fit.';
    return `${source} was restored: ${held(copy.facts)}. What it replaces is in ${aside}.${key} Start the server.`;
  } catch (error) {
    if (!(error instanceof CopyError)) throw error;
    throw new StartError(`${source} cannot be restored: ${error.message}. Nothing was changed.`);
  } finally {
    folder.release();
  }
};

const listBackups = (dataFolder: string): string => {
  const copies = copiesIn(dataFolder);
  return copies.length === 0
    ? `There is no copy of state.db in ${dataFolder}. Name one: tonearm restore FILE`
    : [...copies, '', 'To put one back: tonearm restore FILE (with --dry-run to look at it only)'].join('\n');
};

/** @throws StartError for what is done with a file, where there is none */
const assertNoFile = (kind: Maintenance['kind']): void => {
  if (kind !== 'back-up' && kind !== 'restore' && kind !== 'list-backups') return;
  throw new StartError(
    `What people made lies in PostgreSQL, and --${kind} works on state.db: leave --database out, or use pg_dump and pg_restore.`,
  );
};

const movedText = (sums: StateSums): string => {
  const rows = Object.values(sums).reduce((sum, table) => sum + table.rows, 0);
  return `${howMany(rows, 'row', 'rows')} in ${Object.keys(sums).length} tables, each compared by its count and a digest`;
};

const moving = async (work: () => Promise<string>): Promise<string> => {
  const { CopyTablesError } = await import('./state/copy-tables.ts');
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CopyTablesError)) throw explained(error);
    throw new StartError(`${error.message} Nothing was changed.`);
  }
};

const moveTo = (dataFolder: string, database: string): Promise<string> =>
  moving(async () => {
    const { copyToPostgres } = await import('./state/postgres/postgres-state.ts');
    const sums = await withState({ dataFolder, database: '' }, ({ query }) =>
      copyToPostgres(query, database),
    );
    return `What people made is in the database: ${movedText(sums)}. state.db was left as it is. Start every process with --database and the same --secret-key-file: ${join(dataFolder, 'secret.key')} is the one.`;
  });

const moveFrom = (dataFolder: string, database: string): Promise<string> =>
  moving(async () => {
    const folder = holdDataFolder(dataFolder);
    try {
      const target = join(dataFolder, 'state.db');
      const waiting = `${target}.moving`;
      // What a move that was ended half way has left.
      for (const tail of ['', '-journal']) rmSync(waiting + tail, { force: true });
      if (existsSync(target))
        throw new StartError(`There is a state.db in ${dataFolder}: move it away first.`);
      const { writePostgresCopy } = await import('./state/postgres/postgres-copy.ts');
      const sums = await writePostgresCopy(database, waiting, { isAlone: true });
      renameSync(waiting, target);
      return `What people made is in ${target}: ${movedText(sums)}. The database was left as it is. Put the secret.key of the processes beside it, and start without --database.`;
    } finally {
      folder.release();
    }
  });

/**
 * Does one thing to a data folder.
 * @returns what to tell the person who asked
 * @throws StartError with a sentence when it cannot be done; nothing was changed then
 */
export const maintain = async (
  task: Maintenance,
  deps: { dataFolder: string; database?: string; secretKeyFile?: string; random?: Random },
): Promise<string> => {
  const { dataFolder, database = '', secretKeyFile = '', random = systemRandom } = deps;
  const place = { dataFolder, database };
  if (database !== '') assertNoFile(task.kind);
  switch (task.kind) {
    case 'reset-password':
      return resetPassword(place, task.name, random);
    case 'move-to':
      return moveTo(dataFolder, task.database);
    case 'move-from':
      return moveFrom(dataFolder, task.database);
    case 'back-up':
      return backUp(dataFolder, task.target);
    case 'restore':
      return restore(dataFolder, task);
    case 'list-backups':
      return listBackups(dataFolder);
    case 'new-secret-key':
      return withState(place, async ({ query }) => {
        await dropSecrets(query);
        renewKey(secretKeyFile === '' ? { dataFolder } : { dataFolder, keyFile: secretKeyFile }, random);
        return 'A new secret.key was made. Accounts of Last.fm and ListenBrainz have to be linked again, and the dynamic DNS password and keys of buckets entered again.';
      });
  }
};
