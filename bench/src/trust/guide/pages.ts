import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of the project. */
export const projectFolder = join(import.meta.dirname, '..', '..', '..', '..');

/** What harnesses keep between runs. */
export const cacheFolder = join(projectFolder, '.cache', 'trust');

/** One page for people, in Markdown. */
export interface Page {
  /** Relative to the project's folder. */
  readonly file: string;
  readonly text: string;
}

/** A fenced block of a page. */
export interface Block {
  /** What stands after the opening fence: `sh`, `nginx`, … */
  readonly language: string;
  readonly text: string;
  /** The heading it stands under, and those above that, outermost first. */
  readonly headings: readonly string[];
  /** Of its opening fence, 1-based. */
  readonly line: number;
}

/** One page. @throws when it is missing */
export const readPage = (file: string): Page => ({
  file,
  text: readFileSync(join(projectFolder, file), 'utf8'),
});

/** Every page that is written for people; measurements are written by a program. */
export const allPages = (): Page[] =>
  globSync(['*.md', '.github/**/*.md', 'docs/**/*.md'], { cwd: projectFolder }).toSorted().map(readPage);

/** Every heading line and fenced block of a text, told apart. */
const walk = (text: string): { blocks: Block[]; headings: string[]; prose: string[] } => {
  const blocks: Block[] = [];
  const headings: string[] = [];
  const prose: string[] = [];
  const above: string[] = [];
  let open: { language: string; line: number; lines: string[] } | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    const fence = /^\s*```(\S*)\s*$/.exec(line);
    if (fence !== null && open === undefined) {
      open = { language: fence[1] ?? '', line: index + 1, lines: [] };
    } else if (fence !== null && open !== undefined) {
      blocks.push({
        language: open.language,
        line: open.line,
        text: open.lines.join('\n'),
        headings: above.filter((heading) => heading !== undefined),
      });
      open = undefined;
    } else if (open !== undefined) {
      open.lines.push(line);
    } else {
      prose.push(line);
      const heading = /^(#{1,6}) (.+)$/.exec(line);
      if (heading !== null) {
        const level = (heading[1] ?? '').length;
        const title = heading[2] ?? '';
        headings.push(title);
        above.length = level - 1;
        above[level - 1] = title;
      }
    }
  }
  return { blocks, headings, prose };
};

/** The fenced blocks of a page, in order. */
export const blocksOf = (page: Page): Block[] => walk(page.text).blocks;

/** What stands outside of fenced blocks. */
export const proseOf = (page: Page): string => walk(page.text).prose.join('\n');

/** Names of anchors: headings as repository pages make them. */
const anchorsOf = (page: Page): Set<string> =>
  new Set(
    walk(page.text).headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replace(/\s/g, '-'),
    ),
  );

/** Links of a page that lead nowhere: a file or an anchor that there is not. Addresses are left alone. */
export const deadLinksOf = (page: Page): string[] => {
  const targets = [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '');
  return targets.filter((target) => {
    if (/^[a-z]+:/.test(target)) return false;
    const [path = '', anchor] = target.split('#');
    if (path === '') return !anchorsOf(page).has(anchor ?? '');
    const file = join(page.file, '..', path);
    if (!existsSync(join(projectFolder, file))) return true;
    return anchor !== undefined && !(file.endsWith('.md') && anchorsOf(readPage(file)).has(anchor));
  });
};
