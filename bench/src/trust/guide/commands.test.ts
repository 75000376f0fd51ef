import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { allPages, blocksOf } from './pages.ts';

const blocks = allPages().flatMap((page) =>
  blocksOf(page).map((block) => ({ ...block, where: `${page.file}:${block.line}` })),
);
const ofLanguage = (language: string) => blocks.filter((block) => block.language === language);

it('knows the language of every block of the guide', () => {
  const unknown = blocks.filter(
    ({ language, where }) =>
      where.startsWith('docs/guide/') &&
      !['sh', 'json', 'sql', 'nginx', 'caddy', 'haproxy', 'apache', 'text'].includes(language),
  );
  expect(unknown).toEqual([]);
});

it.each(ofLanguage('sh'))('$where is a shell script', ({ text }) => {
  // What a reader fills in stands between angle brackets.
  const filledIn = text.replaceAll(/<the [a-z ]+>/g, 'x');
  const checked = spawnSync('sh', ['-n'], { input: filledIn, encoding: 'utf8' });
  expect(checked.stderr).toBe('');
  expect(checked.status).toBe(0);
});

it.each(ofLanguage('json'))('$where is JSON', ({ text }) => {
  expect(() => JSON.parse(text) as unknown).not.toThrow();
});

it('has a page for every file of the guide in its table of contents', () => {
  const contents = allPages().find(({ file }) => file === 'docs/guide/README.md')?.text ?? '';
  const pages = allPages().filter(({ file }) => /^docs\/guide\/(?!README)/.test(file));
  for (const { file } of pages) expect(contents).toContain(`](${file.slice('docs/guide/'.length)})`);
});
