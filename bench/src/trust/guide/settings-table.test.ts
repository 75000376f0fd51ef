import { processSettings, variableOf } from '@tonearm/server/process-settings';
import { expect, it } from 'vitest';
import { allPages, readPage } from './pages.ts';

const settings = Object.values(processSettings);

/** The row of a setting as both tables have it. A bar inside a cell is written `\|`. */
const rowOf = ({ flag, help, fallback }: (typeof settings)[number]): string => {
  const shown = fallback === '' ? '' : ` (default \`${fallback}\`)`;
  return `| \`--${flag}\` | \`${variableOf(flag)}\` | ${help}${shown} |`;
};

const rowsOf = (file: string): string[] =>
  readPage(file)
    .text.split('\n')
    .filter((line) => line.startsWith('| `--'));

it('is in the guide as the server has it, a row each and none besides', () => {
  expect(rowsOf('docs/guide/flags.md')).toEqual([
    ...settings.map(rowOf),
    '| `--config` | `TONEARM_CONFIG` | settings file (default `tonearm.json` in the data folder) |',
    '| `--help` | | print this list |',
    '| `--version` | | print the version |',
  ]);
});

it('is begun in the README with the same rows', () => {
  const rows = rowsOf('README.md');
  expect(rows.length).toBeGreaterThan(3);
  for (const row of rows) expect(settings.map(rowOf)).toContain(row);
});

it('has every variable that the README or the guide names', () => {
  const known = [...settings.map(({ flag }) => variableOf(flag)), 'TONEARM_CONFIG'];
  const pages = allPages().filter(({ file }) => /^(README\.md|docs\/guide\/)/.test(file));
  for (const { text } of pages) {
    for (const [name] of text.matchAll(/\bTONEARM_[A-Z_]+/g)) expect(known).toContain(name);
  }
});
