import type { Locator, Page } from 'playwright-core';
import { browseRoute, button, go, linkIn, main, player, songIn } from '../parts.ts';
import type { State } from './state.ts';

const picnic = browseRoute('Music/Anna/Picnic');
const unreachable = 'The server cannot be reached.';

/** From now on no call reaches the server; what was loaded of the client stays there. */
const leaveServer = async (page: Page): Promise<void> => {
  await page.route('**/api/**', (route) => route.abort('connectionrefused'));
};

/** As above, and the page has noticed. */
const noticeAbsence = async (page: Page, ready: Locator): Promise<Locator> => {
  await ready.waitFor();
  await leaveServer(page);
  const banner = main(page).getByText('The server is away.', { exact: false });
  // Any call notices; a song that is told to play makes one.
  await go(page, browseRoute('Music/Nowhere to be found'));
  await banner.waitFor();
  return banner;
};

/** A list whose call is answered so. */
const answered =
  (call: string, status: number): NonNullable<State['prepare']> =>
  async (page) => {
    await page.route(`**/api/${call}**`, (route) =>
      route.fulfill({
        status,
        contentType: 'application/problem+json',
        body: JSON.stringify({ type: 'about:blank', title: 'Internal', status, code: 'internal' }),
      }),
    );
  };

/** A list whose call is never answered. */
const unanswered =
  (call: string): NonNullable<State['prepare']> =>
  async (page) => {
    await page.route(`**/api/${call}**`, () => {});
  };

const lists = [
  ['folder', picnic, 'browse'],
  ['albums', '#/albums/title', 'music/albums'],
  ['playlists', '#/playlists', 'playlists'],
  ['recent', '#/recent', 'recent'],
  ['search', '#/search/picnic', 'search'],
] as const;

/** Lists that are on their way, or could not be had. */
const ofLists: readonly State[] = lists.flatMap(([name, at, call]): State[] => [
  {
    name: `${name} on its way`,
    at,
    prepare: unanswered(call),
    show: (page) => main(page).getByRole('status').filter({ hasText: 'Loading' }).first(),
  },
  {
    name: `${name} failed`,
    at,
    prepare: answered(call, 500),
    show: (page) => button(main(page), 'Try again'),
  },
]);

/** While the server is away. */
const away: readonly State[] = [
  { name: 'away: a folder', at: '#/browse', show: (page) => noticeAbsence(page, linkIn(page, 'Music')) },
  {
    name: 'away: what was loaded',
    at: picnic,
    show: async (page) => {
      await noticeAbsence(page, songIn(page, 'Picnic 1'));
      await page.goBack();
      return songIn(page, 'Picnic 1');
    },
  },
  {
    name: 'away: menu of a song',
    at: picnic,
    show: async (page) => {
      await noticeAbsence(page, songIn(page, 'Picnic 1'));
      await page.goBack();
      await songIn(page, 'Picnic 2').click({ button: 'right' });
      return page.getByRole('menu');
    },
  },
  {
    name: 'away: palette',
    at: '#/random',
    show: async (page) => {
      await noticeAbsence(page, main(page).getByRole('grid').getByRole('link').first());
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill('picnic');
      return page.getByRole('dialog').getByText(unreachable);
    },
  },
  {
    name: 'away: settings',
    at: '#/random',
    show: async (page) => {
      await noticeAbsence(page, main(page).getByRole('grid').getByRole('link').first());
      await go(page, '#/settings/users');
      return main(page)
        .getByText(/could not be loaded|cannot be reached/)
        .first();
    },
  },
  {
    name: 'away: a song waits',
    at: picnic,
    show: async (page) => {
      await songIn(page, 'Picnic 1').waitFor();
      await leaveServer(page);
      await songIn(page, 'Picnic 4').focus();
      await page.keyboard.press('Enter');
      return player(page).getByText('Waiting for the server…');
    },
  },
  {
    name: 'away: now playing waits',
    at: picnic,
    show: async (page) => {
      await songIn(page, 'Picnic 1').waitFor();
      await leaveServer(page);
      await songIn(page, 'Picnic 4').focus();
      await page.keyboard.press('Enter');
      await player(page).getByText('Waiting for the server…').waitFor();
      await page.keyboard.press('n');
      return page.getByRole('dialog', { name: 'Now playing' }).getByText('Waiting for the server…');
    },
  },
  {
    name: 'away: at the start',
    at: '#/browse',
    prepare: async (page) => {
      await page.route('**/api/initial_setup**', (route) => route.abort('connectionrefused'));
    },
    show: (page) => page.getByText('Tonearm could not start'),
  },
  {
    name: 'a screen that stopped working',
    at: '#/browse',
    prepare: async (page) => {
      // An answer that no server gives: the screen cannot draw it.
      await page.route('**/api/playlists**', (route) =>
        route.fulfill({ status: 200, contentType: 'application/json', body: '[null]' }),
      );
    },
    show: async (page) => {
      await linkIn(page, 'Music').waitFor();
      await go(page, '#/playlists');
      return main(page).getByRole('alert').first();
    },
  },
  {
    name: 'a screen whose code does not come',
    at: '#/browse',
    prepare: async (page) => {
      await page.route('**/assets/settings-screen-*', (route) => route.abort('connectionrefused'));
    },
    show: async (page) => {
      await linkIn(page, 'Music').waitFor();
      await go(page, '#/settings');
      return main(page).getByText(unreachable, { exact: false }).first();
    },
  },
];

/** Before anybody is signed in. */
const nobody: readonly State[] = [
  { name: 'sign-in', at: '', show: (page: Page) => button(page, 'Login') },
  {
    name: 'sign-in, refused',
    at: '',
    show: async (page: Page) => {
      await page.getByLabel('Username').fill('anna');
      await page.getByLabel('Password').fill('wrong');
      await button(page, 'Login').click();
      return page.getByText('Incorrect credentials, please try again.');
    },
  },
  {
    name: 'sign-in, too often',
    at: '',
    prepare: answered('auth', 429),
    show: async (page: Page) => {
      await page.getByLabel('Username').fill('anna');
      await page.getByLabel('Password').fill('wrong');
      await button(page, 'Login').click();
      return page.getByText('Too many attempts.', { exact: false });
    },
  },
  {
    name: 'sign-in, the server away',
    at: '',
    show: async (page: Page) => {
      await page.getByLabel('Username').fill('anna');
      await leaveServer(page);
      await button(page, 'Login').click();
      return page.getByText(unreachable, { exact: false });
    },
  },
].map((state) => ({ ...state, world: 'nobody' }) as State);

/** A server that nobody has set up. */
const fresh: readonly State[] = [
  { name: 'setup: welcome', at: '', show: (page: Page) => button(page, 'Sounds good') },
  {
    name: 'setup: a folder that is not there',
    at: '',
    show: async (page: Page) => {
      await button(page, 'Sounds good').click();
      await page.getByLabel('Location').fill('/nowhere');
      return page.getByText('This folder does not exist on the server.');
    },
  },
  {
    name: 'setup: account',
    at: '',
    prepare: async (page: Page) => {
      // Nothing is kept, so that the next window finds a server that nobody has set up.
      let kept = '[]';
      await page.route('**/api/mount_dirs**', (route) => {
        kept = route.request().postData() ?? kept;
        return route.fulfill({ status: 200, contentType: 'application/json', body: kept });
      });
    },
    show: async (page: Page) => {
      await button(page, 'Sounds good').click();
      await page.getByLabel('Location').fill('/');
      await page.getByLabel('Name').fill('Music');
      await button(page, 'Next').click();
      await page.getByLabel('Password', { exact: true }).fill('one');
      await page.getByLabel('Confirm password').fill('another');
      await page.getByLabel('Username').focus();
      return page.getByText('The passwords do not match.');
    },
  },
  {
    name: 'setup: a folder to choose',
    at: '',
    show: async (page: Page) => {
      await button(page, 'Sounds good').click();
      await button(page, 'Choose a folder').click();
      return page.getByRole('dialog', { name: 'Choose a folder' }).getByRole('list');
    },
  },
].map((state) => ({ ...state, world: 'fresh' }) as State);

/** What goes wrong, is on its way or has not begun. */
export const troubles: readonly State[] = [...ofLists, ...away, ...nobody, ...fresh];
