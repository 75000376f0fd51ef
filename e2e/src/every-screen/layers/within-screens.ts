import type { Locator, Page } from 'playwright-core';
import { browseRoute, button, linkIn, main, songIn } from '../../parts.ts';
import type { State } from '../state.ts';
import { openFilter, picnic } from './layer-parts.ts';

const select = async (page: Page, ...titles: readonly string[]): Promise<Locator> => {
  for (const title of titles) await songIn(page, title).click({ modifiers: ['ControlOrMeta'] });
  return main(page).getByRole('toolbar');
};

/** What a screen shows besides when it is used. */
export const withinScreens: readonly State[] = [
  { name: 'two songs selected', at: picnic, show: (page) => select(page, 'Picnic 1', 'Picnic 3') },
  {
    name: 'a card pointed at',
    at: browseRoute('Music/Anna'),
    isIn: ({ isTouched }) => isTouched !== true,
    show: async (page) => {
      await linkIn(page, 'Picnic').hover();
      return linkIn(page, 'Picnic');
    },
  },
  {
    name: 'a row with the focus',
    at: picnic,
    show: async (page) => {
      await songIn(page, 'Picnic 2').focus();
      await page.keyboard.press('ArrowDown');
      return songIn(page, 'Picnic 3');
    },
  },
  { name: 'filter and order', at: browseRoute('Music/Loose'), show: openFilter },
  {
    name: 'a filter that leaves nothing',
    at: browseRoute('Music/Loose'),
    show: async (page) => {
      await (await openFilter(page)).fill('zzzz');
      return main(page).getByText('Nothing in this list has these words.');
    },
  },
  {
    name: 'letters typed to jump',
    at: browseRoute('Music/Loose'),
    show: async (page) => {
      await songIn(page, 'Ode to a kettle').focus();
      await page.keyboard.type('unt');
      return songIn(page, 'untitled take');
    },
  },
  {
    name: 'albums as a list',
    at: '#/albums/title',
    show: async (page) => {
      await button(main(page), 'List').click();
      return main(page).getByRole('grid');
    },
  },
  {
    name: 'search with suggestions',
    at: '#/search',
    show: async (page) => {
      await main(page).getByRole('searchbox').fill('artist:an');
      return page.getByRole('listbox', { name: 'Suggestions' });
    },
  },
  {
    name: 'a playlist being renamed',
    at: '#/playlist/Long%20walk',
    show: async (page) => {
      await button(main(page), 'Rename').click();
      return main(page).getByLabel('New name');
    },
  },
  {
    name: 'a song was added',
    at: picnic,
    show: async (page) => {
      await button(main(page), 'Queue All').click();
      return button(page, 'Undo').first();
    },
  },
  {
    name: 'wrong entries',
    at: '#/settings/collection',
    show: async (page) => {
      await main(page).getByLabel('Album art pattern').fill('(');
      await main(page).getByText('1 file could not be read').click();
      return main(page).getByText('Please enter a valid regular expression.');
    },
  },
  {
    name: 'a bucket',
    at: '#/settings/collection',
    show: async (page) => {
      await button(main(page), 'Add more').click();
      await main(page).getByRole('textbox', { name: 'Location' }).last().fill('s3://songs/albums');
      return main(page).getByRole('group', { name: 'Bucket songs' }).getByLabel('Secret key');
    },
  },
  {
    name: 'a new user',
    at: '#/settings/users',
    show: async (page) => {
      await button(main(page), 'Change password of bo').click();
      await button(main(page), 'Create user').click();
      const form = page.getByRole('form', { name: 'Create user' });
      await form.getByLabel('Username').fill('bo');
      await form.getByLabel('Password').fill('x');
      await form.getByLabel('Password').fill('');
      return form.getByText('The password cannot be blank.');
    },
  },
  {
    name: 'own password',
    at: '#/settings/account',
    show: async (page) => {
      await button(main(page), 'Change password').click();
      await main(page).getByLabel('New password', { exact: true }).fill('one');
      await main(page).getByLabel('Confirm new password').fill('another');
      await main(page).getByLabel('Current password').focus();
      return main(page).getByLabel('Confirm new password');
    },
  },
  {
    name: 'a new app',
    at: '#/settings/apps',
    show: async (page) => {
      await button(main(page), 'Add app').click();
      return main(page).getByLabel('Name');
    },
  },
  {
    name: 'what an app will meet',
    at: '#/settings/check',
    show: async (page) => {
      await button(main(page), 'Try').click();
      return main(page)
        .getByText(/calls answered well/)
        .first();
    },
  },
  {
    name: 'what rules would change',
    at: '#/settings/tags',
    show: async (page) => {
      await main(page).getByRole('textbox').first().fill(';');
      await button(main(page), 'Show what would change').click();
      return main(page)
        .getByText(/Nothing would change|would change\./)
        .first();
    },
  },
];
