import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { Size } from './state.ts';

/** A picture of a state, and what was found in it. */
export interface Seen {
  readonly state: string;
  readonly size: Size;
  /** Below the folder of the sheets; null when the state could not be brought about. */
  readonly picture: string | null;
  readonly lines: readonly string[];
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const styles = `body{margin:16px;font:13px system-ui;background:#fff;color:#222}
main{display:flex;flex-wrap:wrap;gap:12px}figure{margin:0}img{display:block;border:1px solid #aaa}
figcaption{max-width:360px}figure.bad img{border:3px solid #c00}small{display:block;color:#a00}`;

/** Pictures of one sheet are this wide, in pixels; those of phones narrower. */
const pictureWidth = 360;
const narrowWidth = 160;
/** More would make a sheet that no viewer shows sharply. */
const onOneSheet = 36;

const page = (title: string, seen: readonly Seen[]): string => {
  const figures = seen.map(({ state, size, picture, lines }) => {
    const width = size.width < 500 && size.height > size.width ? narrowWidth : pictureWidth;
    const notes = lines.map((line) => `<small>${escaped(line.slice(0, 160))}</small>`).join('');
    const image =
      picture === null
        ? ''
        : `<a href="${encodeURI(picture)}"><img width="${width}" alt="" src="${encodeURI(picture)}"></a>`;
    const caption = `<figcaption style="width:${width}px">${escaped(state)}${notes}</figcaption>`;
    return `<figure${lines.length > 0 ? ' class="bad"' : ''}>${image}${caption}</figure>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>${escaped(title)}</title><style>${styles}</style>
<h1>${escaped(title)}</h1><main>${figures.join('\n')}</main>`;
};

/**
 * Writes the pictures of one window on sheets: an `.html` to go through, and the same as pictures of their own.
 * @returns the names of those pictures
 */
export const writeContactSheets = async (
  browser: Browser,
  { folder, size, seen }: { folder: string; size: Size; seen: readonly Seen[] },
): Promise<string[]> => {
  const title = `${size.width} × ${size.height}, ${size.base}`;
  const name = `window-${size.name.replace('%', 'percent')}`;
  writeFileSync(join(folder, `${name}.html`), page(title, seen));
  const context = await browser.newContext({ viewport: { width: 1_560, height: 900 } });
  const blank = await context.newPage();
  const sheets: string[] = [];
  for (let first = 0; first < seen.length; first += onOneSheet) {
    const sheet = `${name}-${first / onOneSheet + 1}`;
    const file = join(folder, `${sheet}.part.html`);
    writeFileSync(file, page(`${title}: ${first + 1}`, seen.slice(first, first + onOneSheet)));
    await blank.goto(`file://${file}`);
    await blank.screenshot({ path: join(folder, `${sheet}.jpg`), type: 'jpeg', quality: 80, fullPage: true });
    sheets.push(`${sheet}.jpg`);
  }
  await context.close();
  return sheets;
};
