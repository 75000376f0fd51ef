import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { viewports } from '../src/browser.ts';
import { cutOff } from '../src/cut-off.ts';
import { browseRoute, button, main, queue, queueRow, songIn } from '../src/parts.ts';
import { picnicLibrary } from '../src/picnic.ts';
import { openStage, type Stage } from '../src/stage.ts';
import { said, toastBox } from '../src/toasts.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(picnicLibrary());
});
afterAll(() => stage[Symbol.asyncDispose]());

const picnic = browseRoute('Music/Anna/Picnic');

describe('small things', () => {
  it('toasts stand below the content, and never on the bar of what is selected', () =>
    stage.play(
      async (page) => {
        await songIn(page, 'Picnic 1').click({ modifiers: ['ControlOrMeta'] });
        const bar = main(page).getByRole('toolbar');
        await bar.waitFor();
        await button(main(page), 'Queue All').click();
        await expect.poll(() => said(page)).toContain('4 songs added');
        const toast = await toastBox(page, '4 songs added');
        const [pane, below] = [await main(page).boundingBox(), await bar.boundingBox()];
        const middle = (toast?.x ?? 0) + (toast?.width ?? 0) / 2;
        expect(middle).toBeLessThan((pane?.x ?? 0) + (pane?.width ?? 0));
        const isAbove = (toast?.y ?? 0) + (toast?.height ?? 0) <= (below?.y ?? 0);
        const isBelow = (toast?.y ?? 0) >= (below?.y ?? 0) + (below?.height ?? 0);
        expect([isAbove, isBelow]).toContain(true);
      },
      { at: picnic },
    ));

  it('what is selected keeps all that can be done with it within a narrow phone', () =>
    stage.play(
      async (page) => {
        await songIn(page, 'Picnic 1').click({ modifiers: ['ControlOrMeta'] });
        const bar = main(page).getByRole('toolbar');
        await bar.waitFor();
        const beyond = await bar.evaluate((all) => all.scrollWidth - all.clientWidth);
        expect(beyond).toBeLessThanOrEqual(0);
      },
      { at: picnic, viewport: viewports.narrow },
    ));

  it('menus stand within a landmark, and no word is broken in the middle', () =>
    stage.play(
      async (page) => {
        await songIn(page, 'Picnic 1').click({ button: 'right' });
        await page.getByRole('menu').waitFor();
        expect(await page.locator('main [role=menu]').count()).toBe(1);
        const wrap = await page.evaluate(() => getComputedStyle(globalThis.document.body).overflowWrap);
        expect(wrap).toBe('break-word');
      },
      { at: picnic },
    ));

  it('a menu lies over what was said meanwhile, and scrolls where a window is too low for it', () =>
    stage.play(
      async (page) => {
        await button(main(page), 'Queue All').click();
        await expect.poll(() => said(page)).toContain('4 songs added');
        await songIn(page, 'Picnic 3').click({ button: 'right' });
        const lines = page.getByRole('menu').getByRole('menuitem');
        await lines.first().waitFor();
        const hidden = await lines.evaluateAll((all) =>
          all
            .filter((line) => {
              line.scrollIntoView({ block: 'nearest' });
              const { left, top, width, height } = line.getBoundingClientRect();
              return !line.contains(document.elementFromPoint(left + width / 2, top + height / 2));
            })
            .map((line) => line.textContent),
        );
        expect(hidden).toEqual([]);
      },
      { at: picnic, viewport: { width: 1280, height: 440 } },
    ));

  it('the first row of a list stands close below its heads', () =>
    stage.play(
      async (page) => {
        await songIn(page, 'Ode to a kettle').waitFor();
        await page.keyboard.press('f');
        const heads = main(page).getByRole('group', { name: 'Sort by' });
        await heads.waitFor();
        const [above, first] = [
          await heads.boundingBox(),
          await main(page).getByRole('row').first().boundingBox(),
        ];
        const gapPx = (first?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0);
        expect(gapPx).toBeGreaterThanOrEqual(0);
        expect(gapPx).toBeLessThanOrEqual(24);
      },
      { at: browseRoute('Music/Loose') },
    ));

  it('what is said in a low window leaves the title of what plays free', () =>
    stage.play(
      async (page) => {
        await songIn(page, 'Picnic 1').dblclick();
        await page.keyboard.press('n');
        const title = page.getByRole('dialog').getByRole('heading', { level: 2 });
        await title.waitFor();
        await page.keyboard.press('l');
        await expect.poll(() => said(page)).toContain('Added to your favourites');
        const toast = await toastBox(page, 'Added to your favourites');
        const heading = await title.boundingBox();
        const isBeside = (toast?.x ?? 0) + (toast?.width ?? 0) <= (heading?.x ?? 0);
        const isBelow = (toast?.y ?? 0) >= (heading?.y ?? 0) + (heading?.height ?? 0);
        expect([isBeside, isBelow]).toContain(true);
      },
      { at: picnic, viewport: { width: 844, height: 390 } },
    ));

  it('a flag of the command line stands on one line of a phone', () =>
    stage.play(
      async (page) => {
        const sentence = main(page).getByText('An administrator has to start the server');
        await sentence.waitFor();
        const lineCounts = await sentence.evaluate((element) =>
          ['--lastfm-key', '--lastfm-secret'].map((flag) => {
            const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
            for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
              const start = node.textContent?.indexOf(flag) ?? -1;
              if (start < 0) continue;
              const range = new Range();
              range.setStart(node, start);
              range.setEnd(node, start + flag.length);
              return range.getClientRects().length;
            }
            return 0;
          }),
        );
        expect(lineCounts).toEqual([1, 1]);
      },
      { at: '#/settings/preferences', viewport: viewports.phone },
    ));

  it('a card that is pointed at keeps its title beside the button of its menu', () =>
    stage.play(
      async (page) => {
        const card = main(page).getByRole('gridcell').filter({ hasText: 'Picnic' }).first();
        await card.hover();
        const more = await card.locator('[data-more]').boundingBox();
        const title = await card.getByText('Picnic', { exact: true }).boundingBox();
        expect((title?.x ?? 0) + (title?.width ?? 0)).toBeLessThanOrEqual(more?.x ?? 0);
      },
      { at: '#/recent' },
    ));

  it('the sign of what plays is the same in the list and in the queue', () =>
    stage.play(
      async (page) => {
        await songIn(page, 'Picnic 1').dblclick();
        const signs = [songIn(page, 'Picnic 1'), queueRow(page, 'Picnic 1')];
        const bars = () =>
          Promise.all(signs.map((row) => row.getByText('Now playing').locator('..').locator('i').count()));
        await expect.poll(bars).toEqual([3, 3]);
      },
      { at: picnic },
    ));

  it.each([viewports.desktop, viewports.phone])(
    'a favourite that plays has its sign, its heart and its length side by side at $width',
    (viewport) =>
      stage.play(
        async (page) => {
          const row = main(page).getByRole('gridcell').filter({ hasText: 'Picnic 1' }).first();
          const heart = button(row, 'Favourite: Picnic 1');
          await row.hover();
          if ((await heart.getAttribute('aria-pressed')) === 'false') await heart.click();
          await songIn(page, 'Picnic 1').dblclick();
          const sign = row.getByText('Now playing').locator('..');
          const parts = [sign, heart.locator('svg'), row.getByText(/^\d+:\d\d$/)];
          const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
          const gaps = boxes.slice(1).map((box, index) => {
            const before = boxes[index];
            return (box?.x ?? 0) - (before?.x ?? 0) - (before?.width ?? 0);
          });
          expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0);
        },
        { at: '#/search/Picnic 1', viewport },
      ),
  );

  it.each([
    ['one line beside the heading', viewports.desktop, 1],
    ['two on a small phone', viewports.narrow, 2],
  ])('what orders and filters albums stands on %s', (_, viewport, lines) =>
    stage.play(
      async (page) => {
        const controls = [
          main(page).getByRole('searchbox'),
          main(page).getByRole('slider'),
          button(main(page), 'List'),
          main(page).getByRole('combobox', { name: 'Order' }),
        ];
        const middles = await Promise.all(
          controls.map(async (control) => {
            const box = await control.boundingBox();
            return (box?.y ?? 0) + (box?.height ?? 0) / 2;
          }),
        );
        const fromTop = middles.toSorted((one, other) => one - other);
        const breaks = fromTop.filter((middle, index) => middle - (fromTop[index - 1] ?? middle) > 2);
        expect(breaks).toHaveLength(lines - 1);
      },
      { at: '#/albums', viewport },
    ),
  );

  it('a finger finds [-] 40 pixels wide', () =>
    stage.play(
      async (page) => {
        await songIn(page, 'Picnic 1').tap();
        await page.getByRole('button', { name: 'Open the playlist' }).tap();
        const box = await button(queue(page), 'Remove Picnic 1').boundingBox();
        expect(box?.width).toBeGreaterThanOrEqual(40);
      },
      { at: picnic, viewport: viewports.phone, isTouched: true },
    ));

  it('the dots that a row of the queue is taken by are whole, and the ring of what closes it', () =>
    stage.play(
      async (page) => {
        await songIn(page, 'Picnic 1').tap();
        await page.getByRole('button', { name: 'Open the playlist' }).tap();
        expect(await cutOff(queueRow(page, 'Picnic 1').locator('[data-grip]'))).toBe(0);
        await page.keyboard.press('Tab');
        await button(page, 'Hide the playlist').focus();
        expect(await cutOff(page.locator(':focus-visible'))).toBe(0);
      },
      { at: picnic, viewport: viewports.phone, isTouched: true },
    ));

  it('the ring of the focus is whole in a low window, also of what a page is scrolled to', () =>
    stage.play(
      async (page) => {
        await main(page).getByRole('heading', { name: 'About' }).waitFor();
        const rings: [string, number][] = [];
        for (let stops = 0; stops < 60; stops += 1) {
          await page.keyboard.press('Tab');
          const there = page.locator(':focus-visible');
          if ((await there.count()) === 0) break;
          rings.push([
            await there.evaluate((element) => element.outerHTML.slice(0, 80)),
            await cutOff(there),
          ]);
        }
        expect(rings.length).toBeGreaterThan(20);
        expect(rings.filter(([, cut]) => cut > 0)).toEqual([]);
      },
      { at: '#/settings/preferences', viewport: { width: 844, height: 390 } },
    ));

  it('the period of scans is called what stands around it', () =>
    stage.play(
      (page) => main(page).getByRole('spinbutton', { name: 'Scan collection every … minutes' }).waitFor(),
      { at: '#/settings/collection' },
    ));
});
