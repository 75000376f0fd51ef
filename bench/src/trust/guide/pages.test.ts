import { describe, expect, it } from 'vitest';
import { allPages, blocksOf, deadLinksOf, proseOf } from './pages.ts';

const page = (text: string) => ({ file: 'docs/guide/made-up.md', text });

describe('a page', () => {
  it('has blocks that know what they stand under', () => {
    const text = '# Proxy\n## nginx\n```nginx\nserver {}\n```\n### Deep\n## caddy\n  ```sh\n  ls\n  ```\n';
    expect(blocksOf(page(text))).toEqual([
      { language: 'nginx', text: 'server {}', headings: ['Proxy', 'nginx'], line: 3 },
      { language: 'sh', text: '  ls', headings: ['Proxy', 'caddy'], line: 8 },
    ]);
    expect(proseOf(page(text))).not.toContain('server');
  });

  it('has dead links where a file or a heading is missing', () => {
    const links =
      '[a](README.md) [b](nothing.md) [c](#here) [d](#there) [e](https://x.example/) [f](README.md#x)';
    expect(deadLinksOf(page(`# Here\n${links}\n\`\`\`\n[g](nope.md)\n\`\`\`\n`))).toEqual([
      'nothing.md',
      '#there',
      'README.md#x',
    ]);
  });
});

describe('every page of the project', () => {
  const pages = allPages();

  it('is found', () => {
    const files = pages.map(({ file }) => file);
    expect(files).toEqual(
      expect.arrayContaining(['README.md', 'docs/guide/README.md', 'docs/architecture.md']),
    );
  });

  it.each(pages)('$file has links that lead somewhere', (one) => {
    expect(deadLinksOf(one)).toEqual([]);
  });

  it.each(pages)('$file closes what it opens', (one) => {
    expect((one.text.match(/^\s*```/gm) ?? []).length % 2).toBe(0);
  });
});
