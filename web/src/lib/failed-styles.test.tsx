import { describe, expect, it } from 'vitest';
import { haveStylesFailed, reloadFailedStyles, watchStyles } from './failed-styles.ts';

const pageWith = (html: string): Document => {
  const page = document.implementation.createHTMLDocument();
  page.head.innerHTML = html;
  return page;
};

const sheet = '<link rel="stylesheet" crossorigin="" href="/assets/sheet.css">';

/** A page whose style sheets could not be had. */
const pageWithout = (html: string): Document => {
  const page = pageWith(html);
  watchStyles(page);
  for (const link of page.querySelectorAll('link')) link.dispatchEvent(new Event('error'));
  return page;
};

describe('style sheets that could not be had', () => {
  it('are asked for again, and waited for', async () => {
    const page = pageWithout(sheet);
    const [first] = page.querySelectorAll('link');
    expect(haveStylesFailed(page)).toBe(true);
    const done = reloadFailedStyles(page);
    const [again] = page.querySelectorAll('link');
    expect(again).not.toBe(first);
    expect(again?.outerHTML).toBe(sheet);
    again?.dispatchEvent(new Event('load'));
    await done;
    expect(haveStylesFailed(page)).toBe(false);
  });

  it('say so when they still cannot be had', async () => {
    const page = pageWithout(sheet);
    const done = reloadFailedStyles(page);
    page.querySelector('link')?.dispatchEvent(new Event('error'));
    await expect(done).rejects.toThrow('sheet.css');
    expect(haveStylesFailed(page)).toBe(true);
  });

  it('are none that came or are on their way, nor what is no style sheet', async () => {
    const page = pageWithout('<link rel="icon" href="/favicon.svg">');
    page.head.insertAdjacentHTML('beforeend', sheet);
    const links = [...page.querySelectorAll('link')];
    expect(haveStylesFailed(page)).toBe(false);
    await reloadFailedStyles(page);
    expect([...page.querySelectorAll('link')]).toEqual(links);
  });
});
