import type { Locator, Page } from 'playwright-core';
import { main } from '../../parts.ts';
import type { State } from '../state.ts';
import { dialog } from './layer-parts.ts';

const palette = async (page: Page, words: string): Promise<Locator> => {
  await main(page).getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  const open = dialog(page, 'Search and commands');
  await open.getByRole('combobox').fill(words);
  return open;
};

/** The search over any page. */
export const palettes: readonly State[] = [
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
