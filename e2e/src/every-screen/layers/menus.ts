import { browseRoute, button, linkIn, main, queueRow, songIn } from '../../parts.ts';
import { hasPane, hasTabs, type State } from '../state.ts';
import { menuOf, openFilter, picnic } from './layer-parts.ts';

/** Menus of everything that has one. */
export const menus: readonly State[] = [
  { name: 'menu of a song', at: picnic, show: (page) => menuOf(page, songIn(page, 'Picnic 1')) },
  {
    name: 'menu of an album',
    at: browseRoute('Music/Anna'),
    show: (page) => menuOf(page, linkIn(page, 'Ripples')),
  },
  { name: 'menu of a source', at: '#/browse', show: (page) => menuOf(page, linkIn(page, 'Music')) },
  { name: 'menu of an artist', at: '#/artists', show: (page) => menuOf(page, linkIn(page, 'Anna')) },
  { name: 'menu of a playlist', at: '#/playlists', show: (page) => menuOf(page, linkIn(page, 'Long walk')) },
  {
    name: 'menu of an entry of a playlist',
    at: '#/playlist/Long%20walk',
    show: (page) => menuOf(page, songIn(page, 'Picnic 2')),
  },
  {
    name: 'menu of a head',
    at: picnic,
    show: async (page) => {
      await button(main(page), 'Actions for Picnic').first().click();
      return page.getByRole('menu');
    },
  },
  {
    name: 'menu of everything else',
    at: '#/browse',
    isIn: hasTabs,
    show: async (page) => {
      await button(page.getByRole('navigation', { name: 'Main' }), 'More').click();
      return page.getByRole('menu');
    },
  },
  {
    name: 'menu of an entry of the queue',
    at: '#/random',
    isIn: hasPane,
    show: (page) => menuOf(page, queueRow(page, 'Picnic 2').first()),
  },
  {
    name: 'columns',
    at: browseRoute('Music/Loose'),
    isIn: hasPane,
    show: async (page) => {
      await openFilter(page);
      await button(main(page), 'Columns…').click();
      return page.getByRole('menu');
    },
  },
  {
    name: 'ratings in a column',
    at: '#/favourites',
    isIn: hasPane,
    show: async (page) => {
      await openFilter(page);
      await button(main(page), 'Columns…').click();
      await page.getByRole('menuitemcheckbox', { name: 'Rating' }).click();
      await page.keyboard.press('Escape');
      return main(page).getByRole('group', { name: 'Rating: Picnic 2' });
    },
  },
  {
    name: 'ways to sort a playlist',
    at: '#/playlist/Long%20walk',
    show: async (page) => {
      await button(main(page), 'Sort…').click();
      return page.getByRole('menu');
    },
  },
];
