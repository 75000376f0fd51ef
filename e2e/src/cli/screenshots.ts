const help = `Takes screenshots of every screen from the running demo: npm run demo, then

  node e2e/src/cli/screenshots.ts ADDRESS OUT [--themes light,dark,blue,brown] [--sizes desktop,tablet,phone]

For looking at, and for the README.
`;

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readFlags } from '@tonearm/testkit';
import type { Page } from 'playwright-core';
import { launchBrowser, openPage, viewports } from '../browser.ts';

const { values, positionals } = readFlags(help, {
  allowPositionals: true,
  options: {
    themes: { type: 'string', default: 'light,dark' },
    sizes: { type: 'string', default: 'desktop,phone' },
    username: { type: 'string', default: 'demo' },
    password: { type: 'string', default: 'listen to this' },
    screens: { type: 'string', default: '' },
  },
});
const [address = 'http://127.0.0.1:5050/', out = 'screenshots'] = positionals;

const api = async <T>(path: string, token: string): Promise<T> => {
  const answer = await fetch(new URL(`api/${path}`, address), {
    headers: { Authorization: `Bearer ${token}` },
  });
  return (await answer.json()) as T;
};

interface Album {
  readonly path: string;
}

const body = JSON.stringify({ username: values.username, password: values.password });
const signedIn = await fetch(new URL('api/auth', address), {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body,
});
const { token } = (await signedIn.json()) as { token: string };
const [album] = await api<Album[]>('recent?limit=1', token);
const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/');
const artist = (album?.path ?? '').split('/').slice(0, -1).join('/');

const screens: Readonly<Record<string, string>> = {
  browse: '#/browse',
  artist: `#/browse/${encoded(artist)}`,
  album: `#/browse/${encoded(album?.path ?? '')}`,
  random: '#/random',
  recent: '#/recent',
  playlists: '#/playlists',
  search: '#/search/a',
  preferences: '#/settings/preferences',
  collection: '#/settings/collection',
  users: '#/settings/users',
  ddns: '#/settings/ddns',
  'not-found': '#/nowhere',
};

/** Enough for pictures to come in and motion to end, in milliseconds. */
const settleMs = 900;

const signIn = async (page: Page): Promise<void> => {
  await page.getByLabel('Username').fill(values.username);
  await page.getByLabel('Password').fill(values.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(/#\/browse/);
};

const chooseTheme = async (theme: string): Promise<void> => {
  await fetch(new URL('api/preferences', address), {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ web_theme_base: theme, web_theme_accent: null }),
  });
};

const browser = await launchBrowser();
mkdirSync(out, { recursive: true });
const wanted = values.screens === '' ? Object.keys(screens) : values.screens.split(',');
for (const theme of values.themes.split(',')) {
  await chooseTheme(theme);
  for (const size of values.sizes.split(',') as (keyof typeof viewports)[]) {
    await using watched = await openPage(browser, {
      viewport: viewports[size],
      colorScheme: theme === 'light' ? 'light' : 'dark',
    });
    const { page } = watched;
    const shoot = async (name: string): Promise<void> => {
      await page.waitForTimeout(settleMs);
      await page.screenshot({ path: join(out, `${name}-${theme}-${size}.png`) });
    };
    await page.goto(address);
    await page.getByLabel('Username').waitFor();
    if (wanted.includes('sign-in') || values.screens === '') await shoot('sign-in');
    await signIn(page);
    await page.goto(new URL(screens['album'] ?? '', address).href);
    await page.getByRole('button', { name: 'Queue All' }).click();
    for (const name of wanted) {
      const hash = screens[name];
      if (hash === undefined) continue;
      await page.goto(new URL(hash, address).href);
      await shoot(name);
    }
    for (const trouble of watched.troubles) console.error(`${theme} ${size}: ${trouble}`);
  }
}
await chooseTheme('light');
await browser.close();
