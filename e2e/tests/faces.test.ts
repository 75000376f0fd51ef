import { library } from '@tonearm/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browseRoute, linkIn, main, songIn } from '../src/parts.ts';
import { openStage, type Stage } from '../src/stage.ts';

let stage: Stage;
beforeAll(async () => {
  const withCovers = ['One', 'Two', 'Three', 'Four'].reduce(
    (built, name) => built.album(name, 2, { artist: 'Anna', format: 'mp3', cover: 'Folder.jpg' }),
    library(),
  );
  stage = await openStage(
    withCovers
      .album('The Night Bus', 2, { artist: 'Bo', format: 'mp3' })
      .album('Home', 1, { artist: 'Bo', format: 'mp3' }),
  );
});
afterAll(() => stage[Symbol.asyncDispose]());

describe('what has no cover', () => {
  it('is an album all the same, with its initials on a tile', () =>
    stage.play(
      async (page) => {
        await main(page).getByRole('grid', { name: 'Albums of Bo' }).waitFor();
        const tiles = main(page).getByRole('grid').locator('svg text');
        await expect.poll(() => tiles.allTextContents()).toEqual(['H', 'NB']);
        await linkIn(page, 'The Night Bus').click();
        await main(page).getByRole('grid', { name: 'Songs of The Night Bus' }).waitFor();
        await songIn(page, 'The Night Bus 1').waitFor();
        expect(await main(page).locator('header svg text').textContent()).toBe('NB');
      },
      { at: browseRoute('Music/Bo') },
    ));

  it('is a folder that says what it holds and shows some of it, also after the server was away', () =>
    stage.play(
      async (page) => {
        const anna = linkIn(page, 'Anna');
        await anna.getByText('4 albums · 8 songs').waitFor();
        await linkIn(page, 'Bo').getByText('2 albums · 3 songs').waitFor();
        await expect.poll(() => anna.locator('img').count()).toBe(4);
        await stage.stopServer();
        await stage.startServer();
        await page.reload();
        await linkIn(page, 'Anna').getByText('4 albums · 8 songs').waitFor();
      },
      { at: browseRoute('Music'), allowed: [/ERR_|503|unreachable|could not be/] },
    ));
});
