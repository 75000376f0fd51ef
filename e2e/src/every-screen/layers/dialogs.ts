import { button, main, openCorrections, queue, songIn } from '../../parts.ts';
import type { State } from '../state.ts';
import { dialog, fromMenuOf, openQueue, picnic } from './layer-parts.ts';

/** Dialogs that a screen opens. */
export const dialogs: readonly State[] = [
  {
    name: 'add to playlist',
    at: picnic,
    show: async (page) => {
      await fromMenuOf(page, songIn(page, 'Picnic 1'), 'Add to playlist…');
      return dialog(page, /^Add/).getByRole('option').first();
    },
  },
  {
    name: 'some are in it already',
    at: picnic,
    show: async (page) => {
      await fromMenuOf(page, songIn(page, 'Picnic 1'), 'Add to playlist…');
      await dialog(page, /^Add/)
        .getByRole('option', { name: /^Long walk/ })
        .click();
      return page.getByText(/in 'Long walk' already/);
    },
  },
  {
    name: 'details',
    at: picnic,
    show: async (page) => {
      await fromMenuOf(page, songIn(page, 'Picnic 1'), 'Details');
      return dialog(page).getByRole('link', { name: 'All details' });
    },
  },
  {
    name: 'rating',
    at: picnic,
    show: async (page) => {
      await fromMenuOf(page, songIn(page, 'Picnic 1'), 'Rate…');
      return dialog(page);
    },
  },
  {
    name: 'correction of a song',
    at: '#/song/Music/Anna/Picnic/01%20-%20Picnic%201.mp3',
    show: async (page) => {
      await main(page).getByRole('heading', { name: 'Tags as read' }).waitFor();
      await openCorrections(page);
      return dialog(page, /^Correct/)
        .getByRole('textbox')
        .first();
    },
  },
  {
    name: 'correction of an album',
    at: ({ album }) => `#/album/${album}`,
    show: async (page) => {
      await main(page).getByRole('heading', { level: 1, name: 'Picnic' }).waitFor();
      await openCorrections(page);
      return dialog(page, /^Correct/)
        .getByRole('textbox')
        .first();
    },
  },
  {
    name: 'note on a bookmark',
    at: '#/bookmarks',
    show: async (page) => {
      await main(page)
        .getByRole('button', { name: /^Note on/ })
        .click();
      return page.getByRole('textbox', { name: 'Note' });
    },
  },
  {
    name: 'smart list to save',
    at: '#/search/album%3Apicnic',
    show: async (page) => {
      await button(main(page), 'Save as smart list…').click();
      return dialog(page, 'Save as smart list');
    },
  },
  {
    name: 'keyboard shortcuts',
    at: '#/random',
    show: async (page) => {
      await main(page).getByRole('heading', { name: 'Random' }).waitFor();
      await page.keyboard.press('?');
      return dialog(page, 'Keyboard shortcuts');
    },
  },
  {
    name: 'folder picker',
    at: '#/settings/collection',
    show: async (page) => {
      await button(main(page), 'Choose a folder').first().click();
      return dialog(page, 'Choose a folder').getByRole('list');
    },
  },
  {
    name: 'a user to delete',
    at: '#/settings/users',
    show: async (page) => {
      await button(main(page), 'Delete bo').click();
      return dialog(page, 'Delete bo');
    },
  },
  {
    name: 'an app to remove',
    at: '#/settings/apps',
    show: async (page) => {
      await button(main(page), 'Remove Phone').click();
      return dialog(page);
    },
  },
  {
    name: 'save playlist',
    at: '#/random',
    show: async (page, size) => {
      await openQueue(page, size);
      await button(queue(page), 'Save playlist').click();
      return dialog(page, 'Save playlist');
    },
  },
];
