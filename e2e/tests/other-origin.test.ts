import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callApi } from '../src/journeys.ts';
import { picnicLibrary } from '../src/picnic.ts';
import { openStage, type Stage } from '../src/stage.ts';

let stage: Stage;
/** Serves nothing but an empty page: an app in a browser that lives elsewhere. */
let elsewhere: Server;
let page: Page;
/** What an app signs in with, each way. */
let ways: Record<'token' | 'key', string>;

beforeAll(async () => {
  stage = await openStage(picnicLibrary());
  elsewhere = createServer((_, answer) => {
    answer.setHeader('Content-Type', 'text/html').end('<!doctype html><title>An app</title>');
  });
  await new Promise<void>((resolve) => void elsewhere.listen(0, '127.0.0.1', resolve));
  const made = await callApi(stage.product, 'apps', {
    ...{ method: 'POST', token: stage.token },
    body: { name: 'Page' },
  });
  const { secret, username } = (await made.json()) as { secret: string; username: string };
  const t = createHash('md5').update(`${secret}salt`).digest('hex');
  const common = { v: '1.16.1', c: 'page', f: 'json' };
  ways = {
    token: new URLSearchParams({ u: username, t, s: 'salt', ...common }).toString(),
    key: new URLSearchParams({ apiKey: secret, ...common }).toString(),
  };
  page = await (await stage.browser.newContext()).newPage();
  await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`);
});
afterAll(async () => {
  elsewhere.close();
  await page.context().close();
  await stage[Symbol.asyncDispose]();
});

const addressOf = (name: string, way: 'token' | 'key' = 'token', more = ''): string =>
  `${stage.product.address}rest/${name}?${ways[way]}${more}`;

/** What a script of the page sees of an answer. */
const ask = (address: string, headers: Record<string, string> = {}, body?: string) =>
  page.evaluate(
    async (wanted) => {
      const answer = await fetch(wanted.address, {
        headers: wanted.headers,
        ...(wanted.body === undefined ? {} : { method: 'POST', body: wanted.body }),
      });
      const exposed = Object.fromEntries(
        ['X-Total-Count', 'Content-Range', 'Content-Length', 'Accept-Ranges'].map((name) => [
          name,
          answer.headers.get(name),
        ]),
      );
      const text = await answer.text();
      return { status: answer.status, exposed, text };
    },
    { address, headers, body },
  );

interface Listed {
  readonly 'subsonic-response': {
    readonly searchResult3: { readonly song: readonly { id: string; path: string; coverArt?: string }[] };
  };
}

const songOfPicnic = async () => {
  const { text } = await ask(addressOf('search3', 'key', '&query=&songCount=500'));
  const { song } = (JSON.parse(text) as Listed)['subsonic-response'].searchResult3;
  const found = song.find(({ path }) => path.includes('Picnic'));
  if (found?.coverArt === undefined) throw new Error('there is no such song');
  return { id: found.id, coverArt: found.coverArt };
};

it('a page elsewhere signs in, also with headers and forms that are asked about first', async () => {
  for (const way of ['token', 'key'] as const) {
    expect((await ask(addressOf('ping', way))).text).toContain('"status":"ok"');
    const asked = await ask(addressOf('ping', way), {
      'X-Requested-With': 'app',
      'Content-Type': 'text/json',
    });
    expect(asked.text).toContain('"status":"ok"');
  }
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const posted = await ask(`${stage.product.address}rest/getUser`, form, `${ways.token}&username=anna`);
  expect(posted.text).toContain('"username":"anna"');
  const list = await ask(addressOf('getAlbumList2', 'token', '&type=newest&size=2'));
  expect(Number(list.exposed['X-Total-Count'])).toBeGreaterThan(2);
  const wrong = await ask(addressOf('ping').replace(/&t=[^&]*/, '&t=0'));
  expect([wrong.status, wrong.text]).toEqual([200, expect.stringContaining('"code":40')]);
});

it('a page elsewhere shows covers, may read them, and plays and seeks', async () => {
  const { id, coverArt } = await songOfPicnic();
  const seen = await page.evaluate(
    async (address) => {
      const image = new Image();
      image.crossOrigin = 'anonymous';
      image.src = address;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      // Fails for a picture that the page may show and not read.
      return { width: image.naturalWidth, data: canvas.toDataURL().length };
    },
    addressOf('getCoverArt', 'key', `&id=${coverArt}&size=64`),
  );
  expect(seen.width).toBeGreaterThan(0);
  expect(seen.data).toBeGreaterThan(100);

  const heard = await page.evaluate(
    async (address) => {
      const audio = new Audio(address);
      audio.crossOrigin = 'anonymous';
      await audio.play();
      audio.currentTime = 30;
      await new Promise((resolve) => audio.addEventListener('seeked', resolve, { once: true }));
      await new Promise<void>((resolve) =>
        audio.addEventListener('timeupdate', () => void (audio.currentTime > 30 && resolve())),
      );
      audio.pause();
      return audio.currentTime;
    },
    addressOf('stream', 'token', `&id=${id}`),
  );
  expect(heard).toBeGreaterThan(30);
  const part = await ask(addressOf('stream', 'key', `&id=${id}`), { Range: 'bytes=0-9' });
  expect([part.status, part.exposed['Content-Range']]).toEqual([206, expect.stringMatching(/^bytes 0-9\//)]);
  expect([part.exposed['Content-Length'], part.exposed['Accept-Ranges']]).toEqual(['10', 'bytes']);
});

it('a page elsewhere gets nothing of what is the product’s own', async () => {
  await expect(ask(`${stage.product.address}api/version`)).rejects.toThrow('Failed to fetch');
});
