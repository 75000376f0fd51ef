import { library } from '@tonearm/testkit';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markup, payloads, planted } from '../src/attack-texts.ts';
import { anna, callApi, until } from '../src/journeys.ts';
import { browseRoute, button, currentTitle, go, main, openCorrections, player } from '../src/parts.ts';
import { openStage, type Stage } from '../src/stage.ts';

const [first] = payloads;
const pathOf = (payload: string): string => `Music/${payload}/${payload}.flac`;
const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

let stage: Stage;
/** What tags became, by the payload that it is called. */
let ids: { albums: string[]; artists: string[]; genres: string[] };

const ask = async <T>(path: string, options: { method?: string; body?: unknown } = {}): Promise<T> => {
  const answer = await callApi(stage.product, path, { ...options, token: stage.token });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${text}`);
  return (text === '' ? null : JSON.parse(text)) as T;
};

const idsOf = async (path: string): Promise<string[]> =>
  (await ask<{ id: string }[]>(`${path}?limit=100`)).map(({ id }) => id);

/** What people make of it, under names like its own. */
const makeThings = async (): Promise<void> => {
  const songs = payloads.map(pathOf);
  await ask('annotations/star', {
    method: 'PUT',
    body: { ...ids, genres: undefined, songs, is_starred: true },
  });
  for (const payload of payloads) {
    const name = encodeURIComponent(payload);
    await ask(`playlist/${name}`, { method: 'PUT', body: { tracks: songs } });
    await ask(`smart_list/${name}`, { method: 'PUT', body: { query: 'alert' } });
    const bookmark = { position_ms: 100, comment: markup(payload) };
    await ask(`bookmark/${encoded(pathOf(payload))}`, { method: 'PUT', body: bookmark });
    await ask('user', { method: 'POST', body: { name: payload, password: 'a good password', admin: false } });
    const correction = { kind: 'fix_song', song: pathOf(payload), title: `${markup(payload)}!` };
    await ask('corrections', { method: 'POST', body: correction });
    const as = { 'Content-Type': 'application/json', 'User-Agent': payload.replaceAll(/[^ -~]/gu, '') };
    await fetch(new URL('api/auth', stage.product.address), {
      method: 'POST',
      headers: as,
      body: JSON.stringify(anna),
    });
    await callApi(stage.product, `browse/${name}`, { token: stage.token });
  }
};

beforeAll(async () => {
  let music = library();
  for (const [index, payload] of payloads.entries()) {
    const text = markup(payload);
    music = music.song(`${payload}/${payload}.flac`, {
      title: text,
      artist: text,
      albumArtist: text,
      album: text,
      genre: text,
      composer: text,
      lyricist: text,
      label: text,
      lyrics: text,
      year: 2000 + index,
      embedded: true,
      comments: { WORK: [text], MOVEMENTNAME: [text], COMMENT: [text], MOOD: [text], DISCSUBTITLE: [text] },
    });
  }
  stage = await openStage(music);
  ids = {
    albums: await idsOf('music/albums'),
    artists: await idsOf('music/artists'),
    genres: await idsOf('music/genres'),
  };
  await makeThings();
  await until('that every song is corrected', async () =>
    (await ask<{ title: string }[]>('flatten')).every(({ title }) => title.endsWith('!')),
  );
});
afterAll(() => stage[Symbol.asyncDispose]());

/** Goes there, waits until a text that attacks is shown, and looks what it did. */
const visit = async (page: Page, hash: string, shows: RegExp = /alert\(1\)|http:evil/): Promise<void> => {
  await go(page, hash);
  await main(page).getByText(shows).first().waitFor();
  expect(await planted(page), hash).toEqual([]);
};

describe('where every name is an attack', () => {
  it('none is at work on the screens of what tags tell', () =>
    stage.play(async (page) => {
      const lists = ['home', 'albums/title', 'albums/artist', 'albums/random', 'artists', 'artists/composer'];
      for (const list of [...lists, 'genres', 'random', 'recent']) await visit(page, `#/${list}`);
      for (const id of ids.albums) await visit(page, `#/album/${id}`);
      for (const id of ids.artists) {
        await visit(page, `#/artist/${id}`);
        await visit(page, `#/works/${id}`);
        const { works } = await ask<{ works: { name: string }[] }>(`music/works/${id}`);
        for (const { name } of works) await visit(page, `#/work/${id}/${encodeURIComponent(name)}`);
      }
      for (const id of ids.genres) await visit(page, `#/genre/${id}`);
      for (const payload of payloads) {
        await visit(page, `#/song/${encoded(pathOf(payload))}`);
        await visit(page, `#/albums/title/${encodeURIComponent(payload)}`, /\w/);
      }
    }));

  it('none is at work on the screens of what people make', () =>
    stage.play(async (page) => {
      const lists = ['favourites/songs', 'favourites/albums', 'favourites/artists', 'bookmarks', 'playlists'];
      for (const list of lists) await visit(page, `#/${list}`);
      for (const payload of payloads) {
        await visit(page, `#/playlist/${encodeURIComponent(payload)}`);
        await visit(page, `#/smart-list/${encodeURIComponent(payload)}`);
      }
      for (const tab of ['users', 'corrections', 'account']) await visit(page, `#/settings/${tab}`);
      for (const tab of ['collection', 'tags', 'server', 'apps', 'ddns', 'check', 'preferences'])
        await visit(page, `#/settings/${tab}`, /\w/);
      await page.keyboard.press('Control+k');
      for (const payload of payloads) {
        await page.getByRole('dialog').getByRole('combobox').fill(payload);
        await page.getByRole('dialog').getByRole('option').first().waitFor();
        expect(await planted(page)).toEqual([]);
      }
    }));

  it('none is at work in what plays, over the whole window, and in what corrects', () =>
    stage.play(
      async (page) => {
        await button(main(page), 'Queue All').click();
        await expect.poll(() => currentTitle(page)).toBe(`${first}!`);
        await player(page)
          .getByRole('button', { name: /Show what plays/ })
          .click();
        const view = page.getByRole('dialog', { name: 'Now playing' });
        await button(view, 'Lyrics').click();
        await view.getByText(first, { exact: true }).first().waitFor();
        expect(await planted(page)).toEqual([]);
        await page.keyboard.press('Escape');
        for (const id of ids.artists.slice(0, 3)) {
          await go(page, `#/artist/${id}`);
          await openCorrections(page);
          await page.getByRole('dialog').getByLabel('Name', { exact: true }).waitFor();
          expect(await planted(page)).toEqual([]);
          await page.keyboard.press('Escape');
          await page.getByRole('dialog').waitFor({ state: 'detached' });
        }
      },
      { at: browseRoute(`Music/${first}`) },
    ));
});
