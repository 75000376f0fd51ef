import type { MusicAlbum } from '@tonearm/contract';
import type { Page, Route } from 'playwright-core';
import type { Figure } from '../report.ts';
import type { ServedLibrary } from '../served-library.ts';
import type { BenchBrowser } from './bench-browser.ts';
import { scrollFigures, scrollFrames } from './scroll-frames.ts';

const albumCount = 100_000;

/** Albums of the library that are shown, over and over, each time as others. */
const knownAlbums = 1_000;

const cards = 'main [role=grid] [role=row]';

/** Answers pages of a list that is as long as that of a very large collection; its covers are those of the library. */
const answerAlbums =
  (albums: readonly MusicAlbum[]) =>
  async (call: Route): Promise<void> => {
    const { searchParams } = new URL(call.request().url());
    const offset = Number(searchParams.get('offset'));
    const limit = Math.min(Number(searchParams.get('limit')), albumCount - offset);
    const json = Array.from({ length: limit }, (_, at) => {
      const album = albums[(offset + at) % albums.length];
      return { ...album, id: `${offset + at}`, title: `${album?.title} ${offset + at}` };
    });
    await call.fulfill({ json, headers: { 'X-Total-Count': String(albumCount) } });
  };

/** The covers that are in view are there. */
const coversAreThere = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => [...document.images].every((image) => image.complete));

/** How a grid of 100,000 albums scrolls, and how far it is from its end. */
export const albumMeasures = async (browser: BenchBrowser, served: ServedLibrary): Promise<Figure[]> => {
  const known = `music/albums?order=title&limit=${knownAlbums}`;
  const albums = await served.client.json<MusicAlbum[]>(known);
  await using bench = await browser.open();
  const { page } = bench;
  await page.route(/\/api\/music\/albums\?/, answerAlbums(albums));
  await page.goto(`${served.product.address}#/albums/title`);
  await page.locator(cards).first().waitFor();
  await coversAreThere(page);
  const note = `${albumCount.toLocaleString('en')} albums`;
  const figures = scrollFigures('albums.scroll', await scrollFrames(page, cards), note);
  const nodes = await page.evaluate(() => document.querySelectorAll('main *').length);
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await page.locator(cards).first().waitFor();
  await coversAreThere(page);
  return [
    ...figures,
    { name: 'albums.nodes', value: nodes, unit: 'count', note: 'elements of the grid' },
    ...scrollFigures('albums.list.scroll', await scrollFrames(page, cards), note),
  ];
};
