import type { Locator, Page } from 'playwright-core';
import {
  browseRoute,
  button,
  linkIn,
  main,
  openCorrections,
  player,
  queue,
  queueRow,
  songIn,
} from '../parts.ts';
import { hasPane, hasTabs, type Size, type State } from './state.ts';

const picnic = browseRoute('Music/Anna/Picnic');
const dialog = (page: Page, name?: string | RegExp): Locator =>
  page.getByRole('dialog', name === undefined ? {} : { name });

const menuOf = async (page: Page, subject: Locator): Promise<Locator> => {
  await subject.click({ button: 'right' });
  return page.getByRole('menu');
};
const fromMenuOf = async (page: Page, subject: Locator, line: string): Promise<void> => {
  await menuOf(page, subject);
  await page.getByRole('menuitem', { name: line, exact: true }).click();
};

/** Menus of everything that has one. */
const menus: readonly State[] = [
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

const openFilter = async (page: Page): Promise<Locator> => {
  await main(page).getByRole('grid').waitFor();
  await page.keyboard.press('f');
  return main(page).getByRole('searchbox', { name: 'Filter this list' });
};

const select = async (page: Page, ...titles: readonly string[]): Promise<Locator> => {
  for (const title of titles) await songIn(page, title).click({ modifiers: ['ControlOrMeta'] });
  return main(page).getByRole('toolbar');
};

/** What a screen shows besides when it is used. */
const within: readonly State[] = [
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

/** Dialogs and the palette. */
const dialogs: readonly State[] = [
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

const palette = async (page: Page, words: string): Promise<Locator> => {
  await main(page).getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  const open = dialog(page, 'Search and commands');
  await open.getByRole('combobox').fill(words);
  return open;
};

/** The search over any page. */
const palettes: readonly State[] = [
  { name: 'palette, empty', at: '#/random', show: (page) => palette(page, '') },
  {
    name: 'palette, found',
    at: '#/random',
    show: async (page) =>
      (await palette(page, 'picnic')).getByRole('group', { name: 'Best match' }).getByRole('option'),
  },
  {
    name: 'palette, commands',
    at: '#/random',
    show: async (page) => (await palette(page, 'theme')).getByRole('option', { name: 'Dark theme' }),
  },
  {
    name: 'palette, nothing found',
    at: '#/random',
    show: async (page) => (await palette(page, 'zzzzqq')).getByText('Nothing was found.'),
  },
];

/** Opens the queue where it does not stand open. */
const openQueue = async (page: Page, size: Size): Promise<Locator> => {
  if (!hasPane(size)) {
    const opener = hasTabs(size)
      ? player(page).getByRole('button', { name: /Open the playlist/ })
      : button(page, 'Show the playlist');
    await opener.click();
  } else {
    // One that was hidden stays so.
    const opener = button(page, 'Show the playlist');
    await queue(page).or(opener).first().waitFor();
    if (await opener.isVisible()) await opener.click();
  }
  await queueRow(page, 'Picnic 2').first().waitFor();
  return queue(page);
};

const openNowPlaying = async (page: Page): Promise<Locator> => {
  await player(page)
    .getByRole('button', { name: /Show what plays/ })
    .first()
    .click();
  const view = dialog(page, 'Now playing');
  await view.getByRole('slider', { name: 'Position' }).waitFor();
  return view;
};

/** Player and queue. */
const playing: readonly State[] = [
  { name: 'the queue', at: '#/random', show: openQueue },
  {
    name: 'the queue, two selected',
    at: '#/random',
    show: async (page, size) => {
      await openQueue(page, size);
      await queueRow(page, 'Picnic 2')
        .first()
        .click({ modifiers: ['ControlOrMeta'], position: { x: 120, y: 12 } });
      await queueRow(page, 'Picnic 3')
        .first()
        .click({ modifiers: ['ControlOrMeta'], position: { x: 120, y: 12 } });
      return queueRow(page, 'Picnic 3').first();
    },
  },
  {
    name: 'the queue, hidden',
    at: '#/random',
    isIn: hasPane,
    show: async (page) => {
      await button(queue(page), 'Hide the playlist').click();
      return button(page, 'Show the playlist');
    },
  },
  {
    name: 'what plays in list and queue',
    at: picnic,
    show: async (page) => {
      await button(player(page), 'Play').click();
      return button(player(page), 'Pause');
    },
  },
  {
    name: 'shuffled and repeated',
    at: '#/random',
    isIn: (size) => !hasTabs(size),
    show: async (page) => {
      await button(player(page), 'Shuffle').click();
      await button(player(page), 'Repeat: off').click();
      return button(player(page), 'Repeat: all');
    },
  },
  { name: 'now playing', at: picnic, show: openNowPlaying },
  {
    name: 'now playing, lyrics',
    at: picnic,
    show: async (page) => {
      const view = await openNowPlaying(page);
      await button(view, 'Lyrics').click();
      return view.getByRole('region', { name: 'Lyrics' });
    },
  },
  {
    name: 'now playing, details',
    at: picnic,
    show: async (page) => {
      await button(await openNowPlaying(page), 'Details of this song').click();
      return page.getByRole('link', { name: 'All details' });
    },
  },
  {
    name: 'now playing, stop by itself',
    at: picnic,
    show: async (page) => {
      await button(await openNowPlaying(page), 'Stop by itself').click();
      return dialog(page, 'Stop by itself');
    },
  },
  {
    name: 'now playing, the queue over it',
    at: picnic,
    isIn: hasTabs,
    show: async (page) => {
      await button(await openNowPlaying(page), 'Open the playlist').click();
      return queueRow(page, 'Picnic 2').first();
    },
  },
  {
    name: 'a song without a cover plays',
    at: browseRoute('Music/Loose'),
    show: async (page) => {
      await songIn(page, 'Ode to a kettle').focus();
      await page.keyboard.press('Enter');
      await button(player(page), 'Pause').waitFor();
      return openNowPlaying(page);
    },
  },
  {
    name: 'leaving while music plays',
    at: picnic,
    isIn: hasTabs,
    show: async (page) => {
      await button(player(page), 'Play').click();
      await button(player(page), 'Pause').waitFor();
      await button(page.getByRole('navigation', { name: 'Main' }), 'More').click();
      await page.getByRole('menuitem', { name: 'Log out' }).click();
      return dialog(page, 'Log out');
    },
  },
  // Last: what it empties stays so.
  {
    name: 'the queue, emptied',
    at: '#/random',
    show: async (page, size) => {
      await openQueue(page, size);
      await button(queue(page), 'Clear playlist').click();
      return button(page, 'Undo').last();
    },
  },
];

/** What opens over a screen, within it or beside it. */
export const layers: readonly State[] = [...menus, ...within, ...dialogs, ...palettes, ...playing];
