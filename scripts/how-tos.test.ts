// Follows docs/how-to in a copy of the sources: their blocks are what is written, so that no page grows stale.
import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const pages = join(root, 'docs', 'how-to');
const workspaces = ['contract', 'server', 'testkit', 'song-files', 'web'];

/** How many files each page may have a newcomer touch. */
const mostFiles = { theme: 1, setting: 1, scrobbler: 2, endpoint: 2 };
type Page = keyof typeof mostFiles;
const names = Object.keys(mostFiles) as Page[];

/** What must not compile, one of each page: a line that is left out of its block. */
const missing: Readonly<Record<Page, string>> = {
  theme: "      border: '#7b7b7f',\n",
  setting: "    initial: 'Tonearm',\n",
  scrobbler: "  protocol: 'lastfm',\n",
  endpoint: "    bodyExample: { pattern: 'cover', names: ['cover.jpg', 'back.jpg'] },\n",
};

/** Tests of the product that a new entry has to pass, and which of them. */
const concerned = [
  'server/test/access-matrix.test.ts',
  'server/test/contract-bodies.test.ts',
  'server/src/features/scrobbling/services.test.ts',
  'server/src/features/settings/settings.test.ts',
  'web/src/theme/theme.test.ts',
];
const concernedNames =
  'how-to:|the call tryAlbumArtPattern|body of tryAlbumArtPattern|Libre.fm, as|settings|base midnight';

interface Block {
  readonly kind: 'new' | 'edit' | 'check';
  readonly file: string;
  readonly place: 'before' | 'after' | undefined;
  readonly anchor: string;
  readonly text: string;
}

const blocksOf = (page: string): Block[] =>
  [...readFileSync(join(pages, `${page}.md`), 'utf8').matchAll(/^```ts (.+)\n([\s\S]*?)^```$/gm)].map(
    ([, header = '', text = '']) => {
      const parts = /^(new|edit|check)=(\S+)(?: (before|after)="(.+)")?$/.exec(header);
      if (parts === null) throw new Error(`${page}.md: a block of code says "${header}"`);
      const [, kind, file = '', place, anchor = ''] = parts;
      return { kind: kind as Block['kind'], file, place: place as Block['place'], anchor, text };
    },
  );

let copy: string;

const apply = ({ kind, file, place, anchor, text }: Block): void => {
  const path = join(copy, file);
  if (kind !== 'edit') {
    writeFileSync(path, text, { flag: 'wx' });
    return;
  }
  const lines = readFileSync(path, 'utf8').split('\n');
  const at = lines.indexOf(anchor);
  if (at < 0 || lines.includes(anchor, at + 1)) throw new Error(`${file} has not one line "${anchor}"`);
  lines.splice(place === 'before' ? at : at + 1, 0, text.replace(/\n$/, ''));
  writeFileSync(path, lines.join('\n'));
};

const isSource = (path: string): boolean => !['node_modules', 'dist', '.cache'].includes(basename(path));

/** Sources of the product, and its packages by link; its own workspaces are those of the copy. */
const copySources = (): void => {
  copy = mkdtempSync(join(tmpdir(), 'tonearm-how-tos-'));
  for (const name of workspaces)
    cpSync(join(root, name), join(copy, name), { recursive: true, filter: isSource });
  for (const name of ['package.json', 'tsconfig.base.json']) cpSync(join(root, name), join(copy, name));
  const modules = join(copy, 'node_modules');
  mkdirSync(join(modules, '@tonearm'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@tonearm') symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  for (const name of workspaces) symlinkSync(join(copy, name), join(modules, '@tonearm', name));
  writeFileSync(
    join(copy, 'vitest.config.mjs'),
    'export default { test: { testTimeout: 60_000, hookTimeout: 60_000, maxWorkers: 2, isolate: false } };',
  );
};

const run = (...argv: string[]): Promise<{ isGood: boolean; printed: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, argv, { cwd: copy, maxBuffer: 1e8 }, (error, stdout, stderr) =>
      resolve({ isGood: error === null, printed: `${stdout}${stderr}` }),
    );
  });

/** Every file that a page touches. */
const touched = () => [...new Set(names.flatMap((page) => blocksOf(page).map(({ file }) => file)))];

/** Checks types as `npm test` does, and nothing else. @param paths what is complained of */
const checkTypes = (...paths: string[]) =>
  run(
    join(root, 'node_modules/oxlint/bin/oxlint'),
    ...['--allow', 'all', '--type-aware', '--type-check', '--format', 'unix', ...paths],
  );

const patienceMs = 300_000;

beforeAll(copySources);
afterAll(() => rmSync(copy, { recursive: true, force: true }));

it('every page is followed: those here, and the one on a tag by dry-run/tag.test.ts', () => {
  expect(readdirSync(pages).sort()).toEqual([...names, 'tag-field'].map((name) => `${name}.md`).sort());
});

it.each(names)('the page on adding a %s touches as few files as it says', (page) => {
  const blocks = blocksOf(page);
  const touched = new Set(blocks.filter(({ kind }) => kind !== 'check').map(({ file }) => file));
  expect([...touched]).toHaveLength(mostFiles[page]);
  expect(blocks.filter(({ kind }) => kind === 'check')).toHaveLength(1);
  for (const block of blocks) apply(block);
});

it(
  'what the pages add compiles',
  async () => {
    const { isGood, printed } = await checkTypes('contract/src', 'server/src', ...touched());
    expect([isGood, printed]).toEqual([true, expect.any(String)]);
  },
  patienceMs,
);

it(
  'what the pages add works, and passes the tests of its kind',
  async () => {
    const results = join(copy, 'results.json');
    const { printed } = await run(
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      ...concerned,
      'server/test/how-to-',
      '-t',
      concernedNames,
      '--reporter=json',
      `--outputFile=${results}`,
    );
    const { testResults } = JSON.parse(readFileSync(results, 'utf8')) as {
      testResults: {
        name: string;
        message: string;
        assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
      }[];
    };
    const all = testResults.flatMap(({ assertionResults }) => assertionResults);
    const failed = all.filter(({ status }) => status === 'failed');
    expect(failed.map(({ fullName, failureMessages }) => [fullName, failureMessages])).toEqual([]);
    const passed = all.filter(({ status }) => status === 'passed').map(({ fullName }) => fullName);
    for (const kind of concernedNames.split('|')) {
      expect([kind, passed.some((name) => name.includes(kind)), printed]).toEqual([kind, true, printed]);
    }
    expect(passed.filter((name) => name.startsWith('how-to: '))).toHaveLength(names.length);
  },
  patienceMs,
);

it(
  'a missing piece of each does not compile',
  async () => {
    for (const page of names) {
      const line = missing[page];
      const file = blocksOf(page).find(({ text }) => text.includes(line))?.file ?? '';
      const text = readFileSync(join(copy, file), 'utf8');
      // The line of the new entry, which stands last where several entries have the same one.
      const at = text.lastIndexOf(line);
      expect([page, at >= 0]).toEqual([page, true]);
      writeFileSync(join(copy, file), text.slice(0, at) + text.slice(at + line.length));
    }
    const { printed } = await checkTypes(...touched());
    for (const complaint of [
      /^contract\/src\/themes\.ts:.*Error/m,
      /^contract\/src\/setting-fields\.ts:.*Error/m,
      /^server\/src\/features\/scrobbling\/services\/librefm\.ts:.*Error/m,
      /^contract\/src\/settings\.ts:.*Error/m,
    ]) {
      expect(printed).toMatch(complaint);
    }
  },
  patienceMs,
);
