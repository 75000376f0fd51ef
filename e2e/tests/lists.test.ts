import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browseRoute, go, main } from '../src/parts.ts';
import { picnicLibrary } from '../src/picnic.ts';
import { openStage, type Stage } from '../src/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(picnicLibrary());
});
afterAll(() => stage[Symbol.asyncDispose]());

describe('lists', () => {
  it('have rows as high as people choose, and still after a reload', () =>
    stage.play(
      async (page) => {
        const height = async () => {
          await go(page, browseRoute('Music/Anna/Picnic'));
          const row = main(page).getByRole('row').filter({ hasText: 'Picnic 2' });
          await row.waitFor();
          return (await row.boundingBox())?.height;
        };
        expect(await height()).toBe(44);
        for (const [choice, px] of [
          ['compact', 36],
          ['roomy', 56],
        ] as const) {
          await go(page, '#/settings/preferences');
          await main(page).getByLabel('Rows').selectOption(choice);
          expect(await height()).toBe(px);
        }
        await page.reload();
        expect(await height()).toBe(56);
      },
      { at: '#/settings/preferences' },
    ));
});
