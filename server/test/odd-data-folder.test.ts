import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from './account-server.ts';
import { makePipes } from './named-pipe.ts';

/**
 * Whatever stands in the data folder in the place of a file, the server goes on without it or says in one
 * sentence what to do. It is started by a user whom the system refuses what is not theirs: root is refused nothing.
 */
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
const asOrdinary = isRoot ? { uid: nobody, gid: nobody } : {};
const entry = join(import.meta.dirname, 'start-each-process.ts');

/** Whether whoever the server is started by may read it: below a folder that is root's alone nobody else may. */
const readEntry = 'require("node:fs").accessSync(process.argv[1])';
const mayRead = spawnSync(process.execPath, ['-e', readEntry, entry], asOrdinary).status === 0;

/** What a busy machine takes for all of them; only a start that waits for ever comes to it. */
const deadlineMs = 150_000;

/** Starts in each folder. @returns what each start said, and what was printed besides */
const startIn = (folders: readonly string[]): { said: Map<string, string>; printed: string } => {
  const { stdout, stderr } = spawnSync(process.execPath, [entry, ...folders], {
    ...asOrdinary,
    encoding: 'utf8',
    timeout: deadlineMs,
    killSignal: 'SIGKILL',
  });
  const lines = stdout.split('\n').filter((line) => line !== '');
  const told = lines.map((line) => JSON.parse(line) as { dataFolder: string; said: string });
  return { said: new Map(told.map(({ dataFolder, said }) => [dataFolder, said])), printed: stderr };
};

const give = (path: string): void => {
  if (isRoot) chownSync(path, nobody, nobody);
};

const kinds = {
  'another’s': (path) => {
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
    if (!isFolder) writeFileSync(path, 'what another user wrote', { flag: 'a' });
    if (isRoot) chownSync(path, 0, 0);
    chmodSync(path, 0o000);
  },
  'a folder': (path) => {
    mkdirSync(path);
    give(path);
  },
  'a folder that cannot be read': (path) => {
    mkdirSync(path);
    writeFileSync(join(path, 'file'), '');
    chmodSync(path, 0o000);
  },
  'a pipe': (path) => {
    makePipes(path);
    give(path);
  },
  'a socket': async (path) => {
    // The address of a socket has 107 bytes at most, whatever the folder's path is.
    const folder = openSync(dirname(path), constants.O_DIRECTORY);
    const holder = createServer().listen(`/proc/self/fd/${folder}/${basename(path)}-held`);
    await once(holder, 'listening');
    linkSync(`${path}-held`, path);
    give(path);
    // Closing takes away the name that it was made with, and leaves the other.
    holder.close();
    await once(holder, 'close');
    closeSync(folder);
  },
  'a link to itself': (path) => symlinkSync(path, path),
} satisfies Readonly<Record<string, (path: string) => void | Promise<void>>>;
type Kind = keyof typeof kinds;
const allKinds = Object.keys(kinds) as Kind[];

const owned =
  /^StartError: \S+ cannot be read by \S+, who runs the server: .* chown -R '\S+' '\S+', and chmod -R u\+rwX/;
const notAFile = (what: string): RegExp =>
  new RegExp(`^StartError: \\S+ is ${what} and not a file\\. (Move it away|Remove it) .*start again\\.$`);

/** Without these there is no start, whatever stands in their place. */
const refusals: Readonly<Record<Kind, RegExp>> = {
  'another’s': owned,
  'a folder': notAFile('a folder'),
  'a folder that cannot be read': notAFile('a folder'),
  'a pipe': notAFile('a pipe'),
  'a socket': notAFile('a socket'),
  'a link to itself':
    /^StartError: \S+ is a link that leads nowhere\. (Move it away|Remove it) .*start again\.$/,
};
const needed = ['state.db', 'state.db-wal', 'state.db-shm', 'secret.key', 'lock', 'lock-journal'] as const;

/** These are made anew, or done without: all of them at once. */
const spared = [
  ...['library.db', 'library.db-wal', 'library.db-shm', 'secret.key.part'],
  ...['artwork', 'analysis', 'converted', 'backups'],
] as const;

const wordsOnSettings =
  /^ConfigError: The settings file \S+ (cannot|is a folder).* [Mm]ove it away.*start again\.$/;

interface Case {
  readonly what: string;
  /** Everything that is not what it should be. */
  readonly names: readonly string[];
  readonly kind: Kind;
  readonly said: RegExp;
  /** A file that is taken away besides. */
  readonly without?: string;
}

/** What is in a folder counts where one is opened, and nowhere else. */
const opened: readonly string[] = ['library.db', 'artwork'];
const isTold = ({ names, kind }: Case): boolean =>
  kind !== 'a folder that cannot be read' || names.some((name) => opened.includes(name));

const everyCase: readonly Case[] = allKinds.flatMap((kind) => [
  ...needed.map((name) => ({ what: name, names: [name], kind, said: refusals[kind] })),
  { what: 'all that is spared', names: spared, kind, said: /^started$/ },
  { what: 'artwork/index.db', names: ['artwork/index.db'], kind, said: /^started$/ },
  { what: 'analysis/measured.db', names: ['analysis/measured.db'], kind, said: /^started$/ },
  { what: 'tonearm.json', names: ['tonearm.json'], kind, said: wordsOnSettings },
  { what: 'secret.key.part', names: ['secret.key.part'], kind, said: /^started$/, without: 'secret.key' },
]);

const cases = everyCase.filter(isTold);

let folder: ReturnType<typeof temporaryFolder>;
/** A data folder whose names can be listed, and no more. */
let listed: string;
const folderOf = ({ what, kind, without = '' }: Case): string =>
  join(folder.path, `${what.replace('/', '-')} ${without} ${kind}`.replaceAll(' ', '_'));

/** Makes a data folder in which something is not what it should be. */
const makeFolder = async (one: Case, model: string): Promise<string> => {
  const made = folderOf(one);
  cpSync(model, made, { recursive: true });
  for (const path of [
    made,
    ...readdirSync(made, { recursive: true }).map((name) => join(made, String(name))),
  ])
    give(path);
  for (const name of one.names) {
    const path = join(made, name);
    if (!existsSync(dirname(path))) {
      mkdirSync(dirname(path));
      give(dirname(path));
    }
    if (one.kind !== 'another’s') rmSync(path, { recursive: true, force: true });
    await kinds[one.kind](path);
  }
  if (one.without !== undefined) rmSync(join(made, one.without));
  return made;
};

/** So that whoever made the folders can take them away. */
const unlock = (path: string): void => {
  chmodSync(path, 0o700);
  for (const entry of readdirSync(path, { withFileTypes: true }))
    if (entry.isDirectory()) unlock(join(path, entry.name));
};

// A start that fails is no reason to skip.
describe.skipIf(isRoot && !mayRead /* the ordinary user cannot read root's checkout or Node.js */)(
  'a data folder',
  () => {
    let ended: ReturnType<typeof startIn>;

    beforeAll(async () => {
      folder = temporaryFolder();
      chmodSync(folder.path, 0o755);
      const model = join(folder.path, 'model');
      mkdirSync(model);
      give(model);
      expect(startIn([model]).said.get(model)).toBe('started');
      const folders: string[] = [];
      for (const one of cases) folders.push(await makeFolder(one, model));
      listed = join(folder.path, 'listed');
      cpSync(model, listed, { recursive: true });
      give(listed);
      chmodSync(listed, 0o600);
      ended = startIn([...folders, listed]);
    });
    afterAll(() => {
      unlock(folder.path);
      folder.remove();
    });

    it.each(cases)('is used, or refused in a sentence, when $what is $kind', (one) => {
      expect(ended.said.get(folderOf(one))).toMatch(one.said);
    });

    it('is refused in a sentence when its names can be listed and nothing in it be opened', () => {
      expect(ended.said.get(listed)).toMatch(
        /^StartError: The data folder \S+ cannot be read by \S+: .* chown -R '\S+' '\S+', and chmod -R u\+rwX/,
      );
    });

    it('leaves no trace of a crash', () => {
      expect(ended.printed).toBe('');
    });
  },
);
