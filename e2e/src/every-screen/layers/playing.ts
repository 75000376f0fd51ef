import type { Locator, Page } from 'playwright-core';
import { browseRoute, button, player, queue, queueRow, songIn } from '../../parts.ts';
import { hasPane, hasTabs, type State } from '../state.ts';
import { dialog, openQueue, picnic } from './layer-parts.ts';

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
export const playing: readonly State[] = [
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
