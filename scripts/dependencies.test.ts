import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

it('gives a reason for every direct runtime dependency, and their count', () => {
  const used = new Set<string>();
  for (const workspace of ['contract', 'server', 'web']) {
    const { dependencies } = JSON.parse(read(`${workspace}/package.json`)) as {
      dependencies: Record<string, string>;
    };
    for (const name of Object.keys(dependencies)) if (!name.startsWith('@tonearm/')) used.add(name);
  }
  const page = read('docs/decisions/README.md');
  const table = page.slice(page.indexOf('## Direct runtime dependencies'));
  const listed = [...table.matchAll(/^\| ([@a-z][\w./-]*) \| .+ \| [\w.-]+ \|$/gm)].map((match) => match[1]);
  expect(listed.filter((name) => name !== 'package').sort()).toEqual([...used].sort());
  expect(table).toContain(`**${used.size} in all.**`);
});

it('installs without scripts, and keeps addresses of registries out of the lock file', () => {
  expect(read('.npmrc')).toContain('ignore-scripts=true');
  expect(read('package-lock.json')).not.toMatch(/"resolved": "http/);
});
