import { afterAll, beforeAll, expect, it } from 'vitest';
import { main, openCorrections } from '../src/parts.ts';
import { picnicLibrary } from '../src/picnic.ts';
import { openStage, type Stage } from '../src/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(picnicLibrary());
});
afterAll(() => stage[Symbol.asyncDispose]());

it('an artist is renamed, and it is taken back in the settings', () =>
  stage.play(
    async (page) => {
      await main(page).getByRole('link', { name: 'Anna' }).first().click();
      const heading = main(page).getByRole('heading', { level: 1 });
      await expect.poll(() => heading.textContent()).toBe('Anna');
      await openCorrections(page);
      const dialog = page.getByRole('dialog', { name: "Correct 'Anna'" });
      await dialog.getByLabel('Name', { exact: true }).fill('Anna Bo');
      await dialog.getByRole('button', { name: 'Correct', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
      await expect.poll(() => heading.textContent()).toBe('Anna Bo');
      await page.goto(new URL('#/settings/corrections', page.url()).href);
      await main(page).getByText('Anna → Anna Bo').waitFor();
      await main(page)
        .getByRole('button', { name: /^Take back/ })
        .click();
      await main(page).getByText('Nothing was corrected yet.').waitFor();
    },
    { at: '#/artists' },
  ));
