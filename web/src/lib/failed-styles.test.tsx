import { describe, expect, it } from 'vitest';
import { reloadFailedStyles } from './failed-styles.ts';

const pageWith = (html: string): Document => {
  const page = document.implementation.createHTMLDocument();
  page.head.innerHTML = html;
  return page;
};

describe('style sheets that could not be had', () => {
  it('are asked for again, and waited for', async () => {
    const page = pageWith('<link rel="stylesheet" crossorigin="" href="/assets/sheet.css">');
    const [first] = page.querySelectorAll('link');
    const done = reloadFailedStyles(page);
    const [again] = page.querySelectorAll('link');
    expect(again).not.toBe(first);
    expect(again?.outerHTML).toBe(first?.outerHTML);
    again?.dispatchEvent(new Event('load'));
    await done;
  });

  it('say so when they still cannot be had', async () => {
    const page = pageWith('<link rel="stylesheet" href="/assets/sheet.css">');
    const done = reloadFailedStyles(page);
    page.querySelector('link')?.dispatchEvent(new Event('error'));
    await expect(done).rejects.toThrow('sheet.css');
  });
});
