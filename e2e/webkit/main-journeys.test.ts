import { library, type Product, startProduct, type TempFolder, tempFolder } from '@tonearm/testkit';
import { Key, type WebDriver } from 'selenium-webdriver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anna, setUpProduct, until } from '../src/journeys.ts';
import { browseRoute } from '../src/parts.ts';
import { byRole, click, findByRole } from '../src/webkit/by-role.ts';
import { openWebKit, type WebKit } from '../src/webkit/open-webkit.ts';

/** Long enough that the next song is prepared for some seconds before it begins. */
const songSeconds = 8;
/** A song that stands for longer than this has stopped: shorter than it was prepared for. */
const longestStillMs = 5_000;

let folder: TempFolder;
let product: Product;
let webkit: WebKit;
let driver: WebDriver;

beforeAll(async () => {
  folder = await tempFolder();
  const music = folder.join('music');
  const how = { artist: 'Anna', format: 'mp3', seconds: songSeconds, cover: 'Folder.jpg' } as const;
  await library()
    .album('Picnic', 4, { ...how, year: 2016 })
    .album('Ripples', 3, how)
    .writeTo(music);
  product = await startProduct({ dataFolder: folder.join('data') });
  await setUpProduct(product, music);
  webkit = await openWebKit();
  ({ driver } = webkit);
});

afterAll(async () => {
  await webkit?.[Symbol.asyncDispose]();
  await product?.stop();
  await folder?.[Symbol.asyncDispose]();
});

/** Goes to a hash route as a link would. */
const go = (route: string): Promise<void> =>
  driver.executeScript((to: string) => {
    globalThis.location.hash = to;
  }, route);
const button = (name: string, within?: string) =>
  within === undefined
    ? { role: 'button', name }
    : { role: 'button', name, within: { role: 'region', name: within } };
const inMain = (role: string, name: string) => ({ role, name, within: { role: 'main' } });

const queuedRows = (): Promise<string[]> =>
  driver.executeScript<string[]>(() =>
    [...document.querySelectorAll('[role=grid][aria-label="Current playlist"] [role=row]')].map(
      (row) => row.querySelector('[role=gridcell]')?.textContent ?? '',
    ),
  );

const playing = (): Promise<{ row: number; position: number }> =>
  driver.executeScript(() => {
    const rows = [...document.querySelectorAll('[role=grid][aria-label="Current playlist"] [role=row]')];
    const slider = document.querySelector<HTMLInputElement>('input[type=range][aria-label="Position"]');
    return {
      row: rows.findIndex((row) => row.getAttribute('aria-current') === 'true'),
      position: Number(slider?.value ?? -1),
    };
  });

describe('in WebKit', () => {
  it('one signs in and goes to an album', async () => {
    await driver.get(product.address);
    await (await byRole(driver, { role: 'textbox', name: 'Username' })).sendKeys(anna.username);
    await (await driver.findElement({ css: 'input[type=password]' })).sendKeys(anna.password);
    await click(driver, button('Login'));
    await expect.poll(() => driver.getCurrentUrl()).toContain('#/browse');
    await go(browseRoute('Music/Anna/Picnic'));
    await byRole(driver, inMain('heading', 'Picnic'));
  });

  it('an album plays to its end, one song after the other, and none stands', async () => {
    await click(driver, inMain('button', 'Play'));
    await expect.poll(async () => (await queuedRows()).length).toBe(4);
    const begun: number[] = [];
    let last = { row: -1, position: 0 };
    let movedAtMs = performance.now();
    while (begun.length < 4 && performance.now() - movedAtMs < longestStillMs) {
      const now = await playing();
      if (now.row === last.row && now.position === last.position) continue;
      if (now.position > last.position) movedAtMs = performance.now();
      if (now.row !== begun.at(-1) && now.position > 0 && now.position < songSeconds / 2) begun.push(now.row);
      last = now;
    }
    expect(begun).toEqual([0, 1, 2, 3]);
  });

  it('Back closes a dialog, and Tab never stands on its box', async () => {
    await go(browseRoute('Music/Anna/Picnic'));
    await byRole(driver, inMain('heading', 'Picnic'));
    await driver.actions().sendKeys('?').perform();
    await byRole(driver, { role: 'dialog' });
    const stops: string[] = [];
    for (let stop = 0; stop < 4; stop += 1) {
      await driver.actions().sendKeys(Key.TAB).perform();
      stops.push(await driver.executeScript<string>(() => document.activeElement?.tagName ?? ''));
    }
    expect(stops).not.toContain('DIALOG');
    await driver.navigate().back();
    await expect.poll(() => findByRole(driver, { role: 'dialog' })).toBe(null);
    await byRole(driver, inMain('heading', 'Picnic'));
  });

  it('select boxes look as everywhere', async () => {
    const appearance = await driver.executeScript<string>(() => {
      const box = document.querySelector('select');
      return box === null ? 'none is there' : getComputedStyle(box).appearance;
    });
    expect(appearance).toBe('none');
  });

  it('waits while the server is away, and goes on', async () => {
    const { port } = new URL(product.address);
    await product.stop();
    await go(browseRoute('Music/Anna/Ripples'));
    await until('a word about it', async () =>
      driver.executeScript<boolean>(() => document.body.textContent.includes('cannot be reached')),
    );
    product = await startProduct({ dataFolder: folder.join('data'), argv: ['--port', port] });
    await byRole(driver, inMain('heading', 'Ripples'));
  });
});
