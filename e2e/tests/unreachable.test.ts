import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browseRoute, button, main, player, queueRow, songIn } from '../src/parts.ts';
import { picnicLibrary } from '../src/picnic.ts';
import { openStage, type Stage } from '../src/stage.ts';
import { said } from '../src/toasts.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(picnicLibrary());
});
afterAll(() => stage[Symbol.asyncDispose]());

/** What the browser and the client print about a server that is not there. */
const allowed = [
  /ERR_INTERNET_DISCONNECTED/,
  /ERR_FAILED/,
  // Seen once of a picture, in place of these.
  /ERR_CACHE_MISS/,
  /dynamically imported module/,
  /preload CSS/,
  /unreachable/,
  /part of the page could not be loaded/i,
];
const picnic = { at: browseRoute('Music/Anna/Picnic'), allowed };

/**
 * What of the page comes when it is first used, and what shows that it came. Dialogs are none of these: saving is
 * dimmed while the server is away, and the others share their code with the view of what plays, which comes early.
 */
const overlays = [
  { name: 'the menu of a song', open: 'collection', shows: 'menu' },
  { name: 'the menu of the queue', open: 'queue', shows: 'menu' },
] as const;

describe('while the server cannot be reached', () => {
  it.each(overlays)('$name costs neither page nor music, and comes later', ({ open, shows }) =>
    stage.play(async (page, { context }) => {
      // They would come by themselves after a while.
      await page.route(/\/assets\/(soon-wanted|queue-menu)/, (route) => route.abort());
      await songIn(page, 'Picnic 1').waitFor();
      await button(main(page), 'Queue All').click();
      await queueRow(page, 'Picnic 3').waitFor();
      await button(player(page), 'Pause').waitFor();
      const press = () =>
        ({
          collection: () => songIn(page, 'Picnic 2').click({ button: 'right' }),
          queue: () => queueRow(page, 'Picnic 3').click({ button: 'right' }),
        })[open]();
      await context.setOffline(true);
      await press();
      await expect
        .poll(() => said(page))
        .toContainEqual(expect.stringContaining('The server cannot be reached.'));
      await button(player(page), 'Pause').waitFor();
      expect(await page.getByText('This screen stopped working').count()).toBe(0);
      await context.setOffline(false);
      await page.unrouteAll();
      await press();
      await page.getByRole(shows).first().waitFor();
    }, picnic),
  );

  it('a screen that was not open before comes when it can be', () =>
    stage.play(async (page, { context }) => {
      await songIn(page, 'Picnic 1').waitFor();
      await button(main(page), 'Queue All').click();
      await button(player(page), 'Pause').waitFor();
      await context.setOffline(true);
      await page.getByRole('link', { name: 'Settings' }).click();
      await main(page).getByText('The server cannot be reached.').waitFor();
      await context.setOffline(false);
      const heading = main(page).getByRole('heading', { name: 'Theme' });
      await heading.waitFor();
      await button(player(page), 'Pause').waitFor();
      // Its looks came as well: a link without them is underlined.
      const tab = main(page).getByRole('link', { name: 'Users' });
      expect(await tab.evaluate((link) => getComputedStyle(link).textDecorationLine)).toBe('none');
    }, picnic));
});
