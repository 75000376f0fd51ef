import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findCrowdedFolders } from './lib/crowded-folders.mjs';

const root = join(import.meta.dirname, '..');
const { forbidden } = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs')) as {
  forbidden: { name: string }[];
};

const walls = createRequire(import.meta.url)(join(root, 'scripts', 'lib', 'walls.cjs')) as Record<
  'featureEdges' | 'workspaceEdges' | 'serverEdges' | 'webEdges',
  Readonly<Record<string, readonly string[]>>
>;

/** An import that is refused: a file, what it imports (a file of ours, or a package), and the rule that says no. */
type Probe = readonly [rule: string, from: string, to: string | null];

/** Every pair of a table that is not in it, tried; what a table does not name may be imported by nobody in it. */
const probesOf = (
  rule: string,
  table: Readonly<Record<string, readonly string[]>>,
  above: readonly string[],
  path: (room: string, file: string) => string,
): Probe[] =>
  Object.entries(table).flatMap(([from, allowed]) =>
    [...Object.keys(table), ...above]
      .filter((to) => to !== from && !allowed.includes(to))
      .map((to): Probe => {
        const target = to.endsWith('.ts') ? path('', to).replace('//', '/') : path(to, 'target.ts');
        return [rule, path(from, `to-${to.replace(/\W/g, '-')}.ts`), target];
      }),
  );

const probes: readonly Probe[] = [
  ...probesOf(
    'workspace-edges',
    walls.workspaceEdges,
    ['scripts'],
    (room, file) => `${room}/${room === 'scripts' ? '' : 'src/'}${file}`,
  ),
  ...probesOf(
    'server-edges',
    walls.serverEdges,
    ['compose.ts', 'config.ts'],
    (room, file) => `server/src/${room}/${room === 'features' ? 'users/' : ''}${file}`,
  ),
  ...probesOf('web-edges', walls.webEdges, ['main.ts'], (room, file) => `web/src/${room}/${file}`),
  ...probesOf(
    'feature-edges',
    { ...walls.featureEdges, radio: [] },
    [],
    (room, file) => `server/src/features/${room}/${file.replace('target', 'index')}`,
  ),
  ['workspace-edges', 'web/src/lib/server.test.ts', 'server/src/platform/clock.ts'],
  ['product-knows-no-test', 'server/src/platform/tested.ts', 'server/src/platform/test-clock.ts'],
  ['product-knows-no-test', 'server/src/features/users/whole.ts', 'server/test/whole.ts'],
  ['product-knows-no-test', 'web/src/lib/tested.ts', 'vitest'],
  ['contract-is-pure', 'contract/src/probe.ts', 'kysely'],
  ['contract-is-pure', 'contract/src/paths.ts', 'node:path'],
  ['packages-have-rooms', 'server/src/features/users/plain-sql.ts', 'better-sqlite3'],
  ['packages-have-rooms', 'server/src/features/users/plain-store.ts', 'better-sqlite3'],
  ['packages-have-rooms', 'server/src/state/plain-sql.ts', 'better-sqlite3'],
  ['packages-have-rooms', 'server/src/data-folder.ts', 'better-sqlite3'],
  ['packages-have-rooms', 'server/src/features/users/server-sql.ts', 'pg'],
  ['packages-have-rooms', 'server/src/http/builder.ts', 'kysely'],
  ['packages-have-rooms', 'server/src/features/users/rules-with-sql.ts', 'kysely'],
  ['packages-have-rooms', 'server/src/library/builder.ts', 'kysely'],
  ['packages-have-rooms', 'server/src/features/users/calls.ts', 'fastify'],
  ['packages-have-rooms', 'server/src/features/users/pictures.ts', 'sharp'],
  ['packages-have-rooms', 'server/src/features/scan/reads-tags.ts', 'music-metadata'],
  ['packages-have-rooms', 'server/src/db/system.ts', 'koffi'],
  ['packages-have-rooms', 'server/src/features/settings/pattern.ts', 're2js'],
  ['packages-have-rooms', 'web/src/screens/icon.ts', 'lucide-react'],
  ['one-driver', 'server/src/db/other-driver.ts', 'node:sqlite'],
  ['modules-by-import', 'server/src/features/users/required.ts', 'node:module'],
  ['no-cycles', 'server/src/platform/round-again.ts', 'server/src/platform/round.ts'],
  ['no-orphans', 'server/src/platform/alone.ts', null],
  ['web-has-no-zod', 'web/src/lib/schemas.ts', 'contract/src/index.ts'],
  ['tables-are-data', 'contract/src/themes.ts', 'contract/src/index.ts'],
  ['http-in-routes-only', 'server/src/features/users/rules.ts', 'server/src/http/route.ts'],
  ['front-doors', 'server/src/features/scan/settings.ts', 'server/src/features/tags/inner.ts'],
  ['front-doors-from-outside', 'server/src/start.ts', 'server/src/features/users/inner.ts'],
  ['front-doors-from-outside', 'bench/src/probe.ts', 'server/src/features/users/inner.ts'],
  ['scan-process-has-no-builder', 'server/src/features/scan/scan-process.ts', 'server/src/db/builds.ts'],
  [
    'statements-are-the-librarys',
    'server/src/features/playlists/reads.ts',
    'server/src/library/read/lists/lists-store.ts',
  ],
  ['files-where-files-are-kept', 'server/src/features/playlists/export.ts', 'node:fs'],
  ['files-where-files-are-kept', 'server/src/http/spool.ts', 'node:fs/promises'],
  ['network-at-the-edges', 'server/src/features/scrobbling/call.ts', 'node:https'],
  ['network-at-the-edges', 'server/src/features/ddns/ask.ts', 'node:dgram'],
  ['children-through-platform', 'server/src/features/artwork/convert.ts', 'node:child_process'],
  ['children-through-platform', 'server/src/features/tags/thread.ts', 'node:worker_threads'],
  ['children-through-platform', 'server/src/features/tags/reading-worker.ts', 'node:worker_threads'],
  ['web-runs-in-browsers', 'web/src/lib/disk.ts', 'node:path'],
  ['compose-mounts-routes', 'server/src/start-calls.ts', 'server/src/features/users/users-routes.ts'],
  ['player-front-door', 'web/src/screens/inside.ts', 'web/src/player/core/plain.ts'],
  ['player-core-is-pure', 'web/src/player/core/probe.ts', 'web/src/storage/plain.ts'],
  ['player-rooms-meet-in-core', 'web/src/player/engine/probe.ts', 'web/src/player/tabs/plain.ts'],
  ['player-ui-through-core', 'web/src/player/ui/probe.ts', 'web/src/player/engine/plain.ts'],
];

/** What stands where it may: none of these is refused. */
const allowed: readonly (readonly [from: string, to: string])[] = [
  ['server/src/features/scan/good.ts', 'server/src/features/tags/index.ts'],
  ['server/src/features/users/good-store.ts', 'kysely'],
  ['server/src/features/scrobbling/good.ts', 'server/src/process-settings.ts'],
  ['server/src/features/users/good-routes.ts', 'server/src/http/route.ts'],
  ['server/src/features/users/good.test.ts', 'testkit/src/target.ts'],
  ['server/src/features/tags/good.ts', 'node:fs'],
  ['server/src/platform/child/good.ts', 'node:child_process'],
  ['server/src/library/good.ts', 'better-sqlite3'],
  ['server/src/db/builds.ts', 'kysely'],
  ['web/src/screens/good.ts', 'web/src/player/index.ts'],
];

/** What the import check cannot see, globals and statements of a connection, by the line that is refused. */
const globals: readonly (readonly [file: string, line: string, refused: boolean])[] = [
  ['server/src/features/ddns/global.ts', "void fetch('x');", true],
  ['server/src/features/ddns/same-global.ts', "void globalThis.fetch('x');", true],
  ['server/src/features/ddns/socket.ts', "void new globalThis.WebSocket('x');", true],
  ['server/src/features/radio/built-in.ts', "process.getBuiltinModule('node:fs');", true],
  ['server/src/platform/outbound.ts', "void fetch('x');", false],
  ['server/src/state/plain.ts', "raw.prepare('x');", true],
  ['server/src/state/setting.ts', "state.raw.pragma('x');", true],
  ['server/src/state/words.ts', "raw.exec('x');", true],
  ['server/src/state/lines.ts', "connection.exec('x');", true],
  ['server/src/features/users/plain-store.ts', "connection.prepare('x');", true],
  ['server/src/features/scan/setting.ts', "raw.pragma('x');", true],
  ['server/src/state/scan-reading.ts', "raw.prepare('x');", false],
  ['server/src/library/read/plain-store.ts', "raw.prepare('x');", false],
  ['server/src/db/settings.ts', "raw.pragma('x');", false],
  ['web/src/screens/global.ts', "void fetch('x');", true],
  ['web/src/screens/stored.ts', "localStorage.getItem('x');", true],
  ['web/src/player/stored.ts', "globalThis.indexedDB.open('x');", true],
  ['web/src/screens/cookie.ts', "document.cookie = 'x';", true],
  ['web/src/screens/thread.ts', "void new Worker('x');", true],
  ['web/src/app/service.ts', "void navigator.serviceWorker.register('x');", true],
  ['web/src/player/beacon.ts', "navigator.sendBeacon('x');", true],
  ['web/src/storage/stored.ts', "localStorage.getItem('x');", false],
  ['web/src/storage/called.ts', "void fetch('x');", true],
  ['web/src/storage/thread.ts', "void new Worker('x');", true],
  ['web/src/api/called.ts', "void fetch('x');", false],
  ['web/src/api/stored.ts', "localStorage.getItem('x');", true],
  ['web/src/api/service.ts', "void navigator.serviceWorker.register('x');", true],
];

const longFunction = `export const long = () => {\n${'  void 0;\n'.repeat(61)}};\n`;

const write = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

const runJson = (cwd: string, file: string, args: readonly string[]): unknown => {
  const { stdout, stderr } = spawnSync(process.execPath, [join(root, 'node_modules', file), ...args], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
};

const isFile = (name: string): boolean => name.endsWith('.ts');

describe('walls', () => {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'tonearm-walls-'));
  let refused: Set<string>;
  let linted: { filename: string; code: string }[];

  beforeAll(() => {
    const tree = join(folder, 'tree');
    const importsOf = new Map([['server/src/platform/round.ts', ['server/src/platform/round-again.ts']]]);
    for (const [from, to] of [...probes.map(([, from, to]) => [from, to] as const), ...allowed]) {
      importsOf.set(from, [...(importsOf.get(from) ?? []), ...(to === null ? [] : [to])]);
      if (to !== null && isFile(to) && !importsOf.has(to)) importsOf.set(to, []);
    }
    for (const [file, imports] of importsOf) {
      const lines = imports.map((to, index) => {
        const path = isFile(to) ? relative(dirname(file), to) : to;
        return `import * as it${index} from '${isFile(to) && !path.startsWith('.') ? `./${path}` : path}';\nvoid it${index};\n`;
      });
      write(join(tree, file), `${lines.join('')}export const here = 1;\n`);
    }
    write(join(tree, 'web/tsconfig.json'), '{"compilerOptions":{"module":"NodeNext"}}');
    symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
    cpSync(join(root, '.dependency-cruiser.cjs'), join(tree, '.dependency-cruiser.cjs'));
    mkdirSync(join(tree, 'scripts', 'lib'), { recursive: true });
    cpSync(join(root, 'scripts/lib/walls.cjs'), join(tree, 'scripts/lib/walls.cjs'));
    const tops = [...Object.keys(walls.workspaceEdges), 'scripts'];
    const args = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...tops];
    const cruised = runJson(tree, 'dependency-cruiser/bin/dependency-cruiser.mjs', args) as {
      summary: { violations: { from: string; rule: { name: string } }[] };
    };
    refused = new Set(cruised.summary.violations.map(({ from, rule }) => `${rule.name} ${from}`));

    const lint = join(folder, 'lint');
    for (const [file, line] of globals) write(join(lint, file), `${line}\n`);
    write(join(lint, 'server/src/long.ts'), longFunction);
    cpSync(join(root, '.oxlintrc.json'), join(lint, '.oxlintrc.json'));
    linted = (runJson(lint, 'oxlint/bin/oxlint', ['-f', 'json']) as { diagnostics: typeof linted })
      .diagnostics;
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(probes)('%s refuses %s → %s', (rule, from) => {
    expect([...refused]).toContain(`${rule} ${from}`);
  });

  it('stand in nobody’s way where an import is right', () => {
    const innocent = new Set(allowed.map(([from]) => from));
    const blamed = [...refused].filter(
      (each) => innocent.has(each.split(' ')[1] ?? '') && !each.startsWith('no-orphans'),
    );
    expect(blamed).toEqual([]);
  });

  it('have a probe each', () => {
    const probed = new Set<string>(probes.map(([rule]) => rule));
    expect(forbidden.map(({ name }) => name).filter((name) => !probed.has(name))).toEqual([]);
  });

  it.each(globals)('the linter knows who may: %s, %s', (file, _line, isRefused) => {
    const found = linted.filter(({ filename, code }) => filename === file && code.includes('no-restricted-'));
    expect(found.length > 0).toBe(isRefused);
  });

  it('refuse a function of more than 60 lines', () => {
    expect(
      linted.filter(({ filename }) => filename === 'server/src/long.ts').map(({ code }) => code),
    ).toEqual(['eslint(max-lines-per-function)']);
  });

  it('refuse a folder of more than 25 files', () => {
    const files = Array.from({ length: 26 }, (_, index) => `server/src/platform/file-${index}.ts`);
    expect(findCrowdedFolders(files)).toEqual([{ folder: 'server/src/platform', count: 26 }]);
    expect(findCrowdedFolders(files.slice(1))).toEqual([]);
  });
});
