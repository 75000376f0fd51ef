import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browseRoute, button, linkIn, main, queue, queuedTitles, songIn } from '../src/parts.ts';
import { picnicLibrary } from '../src/picnic.ts';
import { openStage, type Stage } from '../src/stage.ts';

/** Folder names that an address, a file system and a reader each understand in their own way. */
const oddNames = ['Été #1 50% off?', '夜の音楽 ♫', 'a+b & c=d', '%2F..%2e', 'עברית', '-- "quoted" \\ back'];

let stage: Stage;
beforeAll(async () => {
  let music = picnicLibrary().song('Slashes/01.mp3', { title: 'Thunder/Lightning', album: 'A/B' });
  for (const name of oddNames) music = music.song(`Odd/${name}/${name}.mp3`, { title: name, artist: name });
  stage = await openStage(music);
});
afterAll(() => stage[Symbol.asyncDispose]());

describe('the browser', () => {
  it('goes from all music to an artist and an album, and back by breadcrumbs', () =>
    stage.play(async (page) => {
      const heading = (name: string) => main(page).getByRole('heading', { name, exact: true });
      await heading('Music Collection').waitFor();
      await heading('All Music').waitFor();
      await linkIn(page, 'Music').click();
      await heading('Music').waitFor();
      await linkIn(page, 'Anna').click();
      await main(page).getByRole('grid', { name: 'Albums of Anna' }).waitFor();
      await linkIn(page, 'Picnic').click();
      await heading('Picnic').waitFor();
      await main(page).getByText('Anna', { exact: true }).last().waitFor();
      expect(await heading('Disc 1').count()).toBe(0);

      const trail = main(page).getByRole('navigation', { name: 'Where you are' });
      await expect
        .poll(() => trail.getByRole('listitem').allTextContents())
        .toEqual(['All Music', 'Music', 'Anna', 'Picnic']);
      await trail.getByRole('link', { name: 'Anna' }).click();
      await linkIn(page, 'Ripples').waitFor();
      await page.goBack();
      await heading('Picnic').waitFor();
      await trail.getByRole('link', { name: 'All Music' }).click();
      await page.waitForURL(/#\/browse$/);
    }));

  it('shows an album by disc, and queues it in the order of its discs', () =>
    stage.play(
      async (page) => {
        await main(page).getByRole('heading', { name: 'Disc 1' }).waitFor();
        await main(page).getByRole('heading', { name: 'Disc 2' }).waitFor();
        await button(main(page), 'Queue All').click();
        const all = [1, 2, 3, 4, 5, 6].map((number) => `Ripples ${number}`);
        await expect.poll(() => queuedTitles(page)).toEqual(all);
        await queue(page).getByText('6 songs').waitFor();
        await queue(page).getByText('6m', { exact: true }).waitFor();

        await main(page).getByText('Disc 2').click({ button: 'right' });
        await page.getByRole('menuitem', { name: 'Add to queue' }).click();
        await expect.poll(() => queuedTitles(page)).toEqual([...all, 'Ripples 4', 'Ripples 5', 'Ripples 6']);
      },
      { at: browseRoute('Music/Anna/Ripples') },
    ));

  it('lists songs without a picture in rows, with file names where tags are missing', () =>
    stage.play(
      async (page) => {
        await main(page).getByRole('grid', { name: 'Contents of Kitchen' }).waitFor();
        await songIn(page, 'Ode to a kettle').waitFor();
        await songIn(page, 'untitled take').waitFor();
        await main(page).getByText('Unknown Artist').waitFor();
        await main(page).getByText('Unknown Album').waitFor();
      },
      { at: browseRoute('Music/Loose') },
    ));

  it('offers one menu in one order, by mouse and by keyboard', () =>
    stage.play(
      async (page) => {
        const menu = page.getByRole('menu', { name: 'Actions for Picnic' });
        await linkIn(page, 'Picnic').click({ button: 'right' });
        await menu.waitFor();
        expect(await menu.getByRole('menuitem').allTextContents()).toEqual([
          'Play now',
          'Play next',
          'Add to queue',
          'Add to playlist…',
          'Go to album',
          'Go to artist',
          'Show in folder',
        ]);
        await page.keyboard.press('Escape');
        await menu.waitFor({ state: 'hidden' });
        await linkIn(page, 'Picnic').focus();
        await page.keyboard.press('Shift+F10');
        await menu.waitFor();
        for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
        await expect.poll(async () => (await queuedTitles(page)).length).toBe(4);
        await button(main(page), 'Actions for Ripples').click();
        await page.getByRole('menuitem', { name: 'Play next' }).click();
        await expect
          .poll(async () => (await queuedTitles(page)).slice(0, 3))
          .toEqual(['Picnic 1', 'Ripples 1', 'Ripples 2']);
      },
      { at: browseRoute('Music/Anna') },
    ));

  it('opens folders of any name, by click, by address and after a reload', () =>
    stage.play(
      async (page) => {
        for (const name of oddNames) {
          await linkIn(page, name).click();
          await main(page).getByRole('heading', { name, exact: true, level: 2 }).waitFor();
          await songIn(page, name).waitFor();
          expect(page.url()).toContain(browseRoute(`Music/Odd/${name}`));
          await page.goBack();
        }
        const [first = ''] = oddNames;
        await page.goto(`${stage.product.address}${browseRoute(`Music/Odd/${first}`)}`);
        await page.reload();
        await songIn(page, first).waitFor();
        await button(main(page), 'Queue All').click();
        await expect.poll(() => queuedTitles(page)).toEqual([first]);
      },
      { at: browseRoute('Music/Odd') },
    ));

  it('takes what people type behind a hash or a question mark for a part of the path', () =>
    stage.play((page) => songIn(page, 'Été #1 50% off?').waitFor(), {
      at: '#/browse/Music/Odd/Été #1 50%25 off?',
    }));

  it('says that a folder is not there', () =>
    stage.play(
      async (page) => {
        await main(page).getByText('This folder is not in the collection.').waitFor();
        await button(main(page), 'Go to All Music').click();
        await page.waitForURL(/#\/browse$/);
      },
      { at: browseRoute('Music/Nowhere'), allowed: [/404/] },
    ));
});

describe('random and recent', () => {
  it('show albums; More draws again', () =>
    stage.play(
      async (page) => {
        const grid = main(page).getByRole('grid', { name: 'Random albums' });
        await grid.getByRole('link').first().waitFor();
        const answered = page.waitForResponse(/api\/random/);
        await button(main(page), 'More').click();
        expect((await answered).status()).toBe(200);
        await grid.getByRole('link').first().waitFor();
        await page.getByRole('link', { name: 'Recently added' }).click();
        await main(page).getByRole('heading', { name: 'Recently Added', level: 1 }).waitFor();
        await linkIn(page, 'Picnic').click();
        await main(page).getByRole('heading', { name: 'Picnic', level: 2 }).waitFor();
      },
      { at: '#/random' },
    ));
});
