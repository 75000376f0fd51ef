import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@tonearm/testkit';
import { createFindings, type Findings } from '../findings.ts';
import type { HarnessResult } from '../harness.ts';
import { blocksOf, projectFolder, readPage } from './pages.ts';

const page = 'docs/guide/upgrade.md';
const versionInPage = '<the version>';
const migrationsFile = 'server/src/state/migrations.ts';
const account = { username: 'anna', password: 'anna plays on' };

/** The shell blocks under a heading, as a reader copies them; only the version is filled in. */
const linesUnder = (heading: string, version = ''): string => {
  const found = blocksOf(readPage(page)).filter(
    ({ language, headings }) => language === 'sh' && headings.at(-1) === heading,
  );
  if (found.length === 0) throw new Error(`${page} has no commands under "${heading}"`);
  return found.map(({ text }) => text.replaceAll(versionInPage, version)).join('\n');
};

/** Runs shell lines in a folder. @throws Error with what was printed when one of them fails */
const mustRun = (folder: string, lines: string): string => {
  const { status, stdout } = spawnSync('sh', ['-eu', '-c', `exec 2>&1\n${lines}`], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`ended with ${status}:\n${lines}\n${stdout}`);
  return stdout;
};

/** Publishes a version that stores something more. @returns its commit */
const publishNext = (maker: string): string => {
  const file = join(maker, migrationsFile);
  const source = readFileSync(file, 'utf8');
  const step = "{ name: '9999-next', sql: 'CREATE TABLE next_version (id INTEGER PRIMARY KEY) STRICT' },";
  writeFileSync(file, source.replace(/\];\s*$/, `  ${step}\n];\n`));
  const author = '-c user.name=Tonearm -c user.email=nobody@localhost';
  mustRun(maker, `git ${author} commit --quiet --all --message next && git push --quiet origin HEAD`);
  return mustRun(maker, 'git rev-parse --short HEAD').trim();
};

interface Running {
  readonly address: string;
  stop(): Promise<number | null>;
}

/** Starts a version as the page does. @returns what it said when it did not start */
const startVersion = async (project: string, dataFolder: string): Promise<Running | string> => {
  const argv = ['--host', '127.0.0.1', '--port', '0', '--data', dataFolder];
  const child: ChildProcess = spawn(join(project, 'bin', 'tonearm'), argv, {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const closed = once(child, 'close');
  const address = await Promise.race([
    closed.then(() => ''),
    new Promise<string>((resolve) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream?.on('data', (chunk: Buffer) => {
          said += chunk.toString();
          const found = /Tonearm is ready: (\S+)/.exec(said);
          if (found?.[1] !== undefined) resolve(found[1]);
        });
      }
    }),
  ]);
  if (address === '') return said;
  return {
    address,
    stop: async () => {
      child.kill('SIGTERM');
      const [code] = (await closed) as [number | null];
      return code;
    },
  };
};

const mustStart = async (project: string, dataFolder: string): Promise<Running> => {
  const started = await startVersion(project, dataFolder);
  if (typeof started === 'string') throw new Error(`the server does not start:\n${started}`);
  return started;
};

const call = async (
  server: Running,
  path: string,
  init: { method: string; token?: string; body?: unknown },
) =>
  await fetch(`${server.address}api/${path}`, {
    method: init.method,
    headers: {
      'Content-Type': 'application/json',
      ...(init.token === undefined ? {} : { authorization: `Bearer ${init.token}` }),
    },
    ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
  });

const signIn = async (server: Running): Promise<string> => {
  const answer = await call(server, 'auth', { method: 'POST', body: account });
  return ((await answer.json()) as { token?: string }).token ?? '';
};

const addPlaylist = async (server: Running, name: string): Promise<void> => {
  const token = await signIn(server);
  await call(server, `playlist/${name}`, { method: 'PUT', token, body: { tracks: ['Music/a.mp3'] } });
};

const playlistsOf = async (server: Running): Promise<string[]> => {
  const answer = await call(server, 'playlists', { method: 'GET', token: await signIn(server) });
  return ((await answer.json()) as { name: string }[]).map(({ name }) => name);
};

const checkUpgrade = async (at: Places, next: string, findings: Findings): Promise<void> => {
  const listed = mustRun(at.project, linesUnder('See what there is'));
  findings.hold('the version that comes next is listed', listed.includes(next), listed);
  mustRun(at.project, linesUnder('Upgrade', next));
  const server = await mustStart(at.project, at.data);
  findings.hold('the newer version has what was there', (await playlistsOf(server)).includes('before'));
  const copies = readdirSync(at.data).filter((name) => name.startsWith('state.db.before-'));
  findings.hold('a copy from before stands beside', copies.length === 1, copies.join(' '));
  await addPlaylist(server, 'since');
  findings.hold('it stops with 0', (await server.stop()) === 0);
};

const checkDowngrade = async (at: Places, old: string, findings: Findings): Promise<void> => {
  // "The same three steps, with the older version."
  mustRun(at.project, linesUnder('Upgrade', old));
  const said = await startVersion(at.project, at.data);
  if (typeof said !== 'string') {
    await said.stop();
    findings.hold('the older version refuses what it does not know', false);
    return;
  }
  const command = /\bmv '.*$/m.exec(said)?.[0] ?? '';
  findings.hold(
    'the older version refuses in one sentence, with a command',
    /was written by a newer version of Tonearm/.test(said) && command !== '' && !/^\s+at /m.test(said),
    said,
  );
  mustRun(at.folder, command);
  const server = await mustStart(at.project, at.data);
  const names = await playlistsOf(server);
  findings.hold('after it, all is as before the upgrade', names.join() === 'before', names.join());
  findings.hold('it stops with 0', (await server.stop()) === 0);
};

interface Places {
  readonly folder: string;
  /** The clone of whoever follows the page. */
  readonly project: string;
  readonly data: string;
}

/** Follows the page on upgrades in a clone: to a version that stores more, and back. */
export const followUpgrade = async (): Promise<HarnessResult> => {
  const findings = createFindings();
  await using folder = await tempFolder();
  const at = { folder: folder.path, project: folder.join('tonearm'), data: folder.join('data') };
  try {
    mustRun(folder.path, `git clone --quiet --bare "${projectFolder}" origin.git`);
    for (const name of ['tonearm', 'maker']) mustRun(folder.path, `git clone --quiet origin.git ${name}`);
    const old = mustRun(at.project, 'git describe --tags --always').trim();
    mustRun(at.project, 'bin/tonearm --version');
    const server = await mustStart(at.project, at.data);
    const { username: name, password } = account;
    await call(server, 'user', { method: 'POST', body: { name, password, admin: true } });
    await addPlaylist(server, 'before');
    await server.stop();
    await checkUpgrade(at, publishNext(folder.join('maker')), findings);
    await checkDowngrade(at, old, findings);
  } catch (error) {
    findings.hold('the page can be followed to its end', false, (error as Error).message);
  }
  return findings.result();
};
