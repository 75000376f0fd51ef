import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { library, makePicture } from '@tonearm/testkit';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markup, payloads, planted } from '../src/attack-texts.ts';
import { callApi, until } from '../src/journeys.ts';
import {
  browseRoute,
  button,
  currentTitle,
  go,
  linkIn,
  main,
  player,
  queue,
  queuedTitles,
  settled,
} from '../src/parts.ts';
import { openStage, type Stage } from '../src/stage.ts';

let stage: Stage;
let failed = 0;
beforeAll(async () => {
  let music = library().brokenFile(`${payloads[0]}.mp3`);
  for (const [index, payload] of payloads.entries()) {
    const text = markup(payload);
    music = music
      .song(`${payload}/${payload}/${payload}.mp3`, {
        title: text,
        artist: text,
        albumArtist: text,
        album: text,
        genre: text,
        composer: text,
        label: text,
        lyrics: `<script>alert(1)</script>${text}`,
        year: 2000 + index,
        embedded: true,
      })
      .song(`Plain/${payload}.flac`, { title: text, artist: text, album: text });
  }
  stage = await openStage(music.album('أغاني الليل', 1, { artist: 'فيروز', cover: 'Folder.jpg' }));
  // Pictures that are pages, and a page that calls itself a song.
  const page = `<script>alert(1)</script>${'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'.repeat(9)}`;
  await writeFile(join(stage.music, 'Plain', 'Folder.png'), page);
  await writeFile(join(stage.music, 'Plain', 'page.mp3'), page);
  await writeFile(join(stage.music, payloads[3], 'Folder.jpg'), makePicture({ format: 'jpeg' }).data);
  await callApi(stage.product, 'trigger_index', { method: 'POST', token: stage.token });
  await until('the second scan', async () => {
    const answer = await callApi(stage.product, 'scan_problems', { token: stage.token });
    failed = ((await answer.json()) as unknown[]).length;
    return failed >= 2;
  });
});
afterAll(() => stage[Symbol.asyncDispose]());

/** The server refuses to make a thumbnail of a picture that is none. */
const pretendedPicture = { allowed: [/415 \(Unsupported Media Type\).*Folder\.png/] };

describe('a library in which every name is an attack', () => {
  it('would be told of, were one of them at work', async () => {
    await using watched = await stage.open();
    const { page } = watched;
    await linkIn(page, 'Music').waitFor();
    const plant = page.evaluate(() => {
      document.body.innerHTML = '<img src=x onerror=alert(1)>';
    });
    await expect(plant).rejects.toThrow('TrustedHTML');
    await page.evaluate(() => {
      const frame = document.createElement('iframe');
      frame.src = 'https://example.org/';
      document.body.append(frame);
    });
    await expect.poll(() => watched.troubles.join()).toMatch(/policy violation: require-trusted-types-for/);
    await expect.poll(() => watched.troubles.join()).toMatch(/policy violation: frame-src/);
    expect(await planted(page)).toHaveLength(1);
  });

  it('is walked without one of them at work', () =>
    stage.play(async (page) => {
      await linkIn(page, 'Music').click();
      for (const payload of payloads) {
        const text = markup(payload);
        const shown = text.replace('\u0007', '');
        await go(page, browseRoute(`Music/${payload}`));
        await main(page).getByRole('grid').getByRole('link').first().waitFor();
        expect(await planted(page)).toEqual([]);
        await main(page).getByRole('grid').getByRole('link').first().click();
        await main(page).getByRole('grid').getByRole('button').first().waitFor();
        await main(page).getByRole('grid').getByRole('button').first().dblclick();
        await expect.poll(async () => (await currentTitle(page)).replace('\u0007', '')).toBe(shown);
        await main(page).getByRole('grid').getByRole('button').first().click({ button: 'right' });
        await page.getByRole('menu').waitFor();
        expect(await planted(page)).toEqual([]);
        await page.keyboard.press('Escape');
        await settled(page);
      }
      expect(await queuedTitles(page)).toHaveLength(payloads.length);
      await player(page).getByRole('img').waitFor();
    }, pretendedPicture));

  it('is searched and saved under names like its own', () =>
    stage.play(
      async (page) => {
        const field = page.getByRole('searchbox');
        for (const payload of payloads) {
          await field.fill(markup(payload));
          await page.keyboard.press('Enter');
          await main(page)
            .getByRole('heading', { name: /results? found for/ })
            .waitFor();
          expect(await planted(page)).toEqual([]);
        }
        await go(page, browseRoute('Music/Plain'));
        await button(main(page), 'Queue All').click();
        await expect
          .poll(async () => (await queuedTitles(page)).length)
          .toBeGreaterThanOrEqual(payloads.length);
        const [name] = payloads;
        await button(queue(page), 'Save playlist').click();
        await page.getByLabel('Playlist name:').fill(name);
        await page.keyboard.press('Enter');
        await queue(page).getByRole('heading', { name }).waitFor();
        await go(page, '#/playlists');
        await linkIn(page, name).click();
        await main(page).getByRole('heading', { name, level: 1 }).waitFor();
        expect(await planted(page)).toEqual([]);
        await button(queue(page), 'Remove javascript:alert(1)').click();
        await button(page, 'Undo').waitFor();
        expect(await planted(page)).toEqual([]);
      },
      { at: '#/search', ...pretendedPicture },
    ));

  it('shows its files that are none, and people with such names', async () => {
    const [, , , name] = payloads;
    const body = { name, password: 'a good password', admin: false };
    await callApi(stage.product, 'user', { method: 'POST', body, token: stage.token });
    await stage.play(
      async (page) => {
        await main(page).getByText(`${failed} files could not be read`).click();
        await main(page).getByText(payloads[0], { exact: false }).first().waitFor();
        expect(await planted(page)).toEqual([]);
        await go(page, '#/settings/users');
        await main(page).getByText(name, { exact: true }).waitFor();
        await button(main(page), `Delete ${name}`).click();
        await page.getByRole('dialog').getByText(`Delete ${name}?`, { exact: false }).waitFor();
        expect(await planted(page)).toEqual([]);
      },
      { at: '#/settings/collection' },
    );
  });

  it('names written from the right begin where the lines of the page begin', () =>
    stage.play(
      async (page) => {
        const title = main(page).getByRole('heading', { name: 'أغاني الليل' });
        await title.waitFor();
        const leftOf = (text: Locator) =>
          text.evaluate((element) => {
            const range = document.createRange();
            range.selectNodeContents(element);
            return range.getBoundingClientRect().left;
          });
        const edge = await leftOf(main(page).getByText('1 song', { exact: false }).first());
        expect(Math.abs((await leftOf(title)) - edge)).toBeLessThan(4);
        expect(Math.abs((await leftOf(main(page).getByText('فيروز').last())) - edge)).toBeLessThan(4);
      },
      { at: browseRoute('Music/فيروز/أغاني الليل') },
    ));

  it('never makes a page of a file', async () => {
    for (const path of ['audio/Music/Plain/page.mp3', 'thumbnail/Music/Plain/Folder.png']) {
      const [kind, ...rest] = path.split('/');
      const answer = await callApi(stage.product, `${kind}/${encodeURIComponent(rest.join('/'))}`, {
        token: stage.token,
      });
      expect(answer.headers.get('content-type') ?? '').not.toMatch(/html|svg|xml/);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });
});
