import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

const documents = globSync(['*.md', 'docs/*.md', 'docs/{decisions,how-to}/*.md'], { cwd: root });
const sources = globSync('{contract,server,web,song-files,demo,testkit,e2e,bench,scripts,docs}/**', {
  cwd: root,
  exclude: (name) => /^(?:node_modules|dist)$/.test(name.split('/').at(-1) ?? ''),
});

/** Ends of paths, with and without what a name ends in: `db/sqlite` and `sqlite.ts` are both names of a file. */
const known = new Set(
  sources.flatMap((path) => {
    const parts = path.split('/');
    const ends = parts.map((_, from) => parts.slice(from).join('/'));
    return [...ends, ...ends.map((end) => end.replace(/\.(?:tsx?|mjs)$/, ''))];
  }),
);

/** Names of roles, and what the user makes. */
const examples = ['x.ts', 'x-store.ts', 'x-routes.ts', 'tonearm.json'];

const isName = (text: string): boolean =>
  /^[a-z][\w.@-]*(?:\/[\w.@*{},-]+)*$/.test(text) &&
  (/[a-z]\/[a-z*{]/.test(text) || /\.(?:tsx?|mjs|cjs|css)$/.test(text)) &&
  !text.endsWith('.db') &&
  !examples.includes(text);

const isThere = (name: string): boolean =>
  /[*{]/.test(name)
    ? globSync([name, `**/${name}`], { cwd: join(root, 'server/src') }).length > 0 ||
      globSync(name, { cwd: root }).length > 0
    : known.has(name) || globSync(name, { cwd: root }).length > 0;

/** Names of files and folders in a text: in backticks, and what boxes of diagrams say. */
const namesIn = (text: string): string[] => {
  const diagrams = [...text.matchAll(/```mermaid\n([\s\S]*?)```/g)]
    .map(([, diagram = '']) => diagram)
    .join('\n');
  const inBackticks = [...text.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name);
  return [...inBackticks, ...(diagrams.match(/[a-z][\w-]*(?:\/[\w-]+)+/g) ?? [])].filter(isName);
};

describe('documents', () => {
  it.each(documents.filter((path) => path !== 'CHANGELOG.md'))('%s names files that are there', (path) => {
    const names = namesIn(readFileSync(join(root, path), 'utf8'));
    expect(names.filter((name) => !isThere(name))).toEqual([]);
  });

  it('have names to look for', () => {
    const names = namesIn(readFileSync(join(root, 'docs/architecture.md'), 'utf8'));
    expect(names.length).toBeGreaterThan(40);
    expect(names).toContain('player/core/transport');
    expect(isThere('server/src/nowhere.ts') || isThere('features/nowhere')).toBe(false);
  });

  it('list the edges between features that are checked', () => {
    const { forbidden } = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs')) as {
      forbidden: { name: string; from: { path: string }; to: { pathNot?: string } }[];
    };
    const checked = forbidden
      .filter(({ name, from }) => name === 'feature-edges' && !from.path.includes('(?!'))
      .map(({ from, to }) => {
        const name = from.path.split('/').at(-2) ?? '';
        const allowed = /\((.*)\)/.exec(to.pathNot ?? '')?.[1]?.split('|') ?? [];
        return `${name}: ${allowed.filter((other) => other !== name).join(', ')}`;
      });
    const table = /\| feature \| may import \|\n.*\n((?:\|.*\n)+)/.exec(
      readFileSync(join(root, 'docs/architecture.md'), 'utf8'),
    );
    const said = (table?.[1] ?? '')
      .trim()
      .split('\n')
      .flatMap((row) => {
        const [names = '', allowed = ''] = row
          .split('|')
          .slice(1)
          .map((cell) => cell.trim());
        return names.split(', ').map((name) => `${name}: ${allowed}`);
      })
      .filter((row) => row !== 'every other: none');
    expect(said.toSorted()).toEqual(checked.toSorted());
  });
});
