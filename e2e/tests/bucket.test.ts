import { type FakeBucket, library, startFakeBucket, tempFolder } from '@tonearm/testkit';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi } from '../src/journeys.ts';
import { button, go, linkIn, main, songIn } from '../src/parts.ts';
import { picnicLibrary } from '../src/picnic.ts';
import { openStage, type Stage } from '../src/stage.ts';

let stage: Stage;
let store: FakeBucket;
beforeAll(async () => {
  stage = await openStage(picnicLibrary());
  store = await startFakeBucket();
  await using folder = await tempFolder();
  await library().album('Tide', 2, { artist: 'Eva', format: 'mp3' }).writeTo(folder.path);
  store.putFolder(folder.path, 'music/');
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
});

const field = (page: Page, name: string) => main(page).getByLabel(name, { exact: true });

const addSource = async (page: Page): Promise<void> => {
  await button(main(page), 'Add more').click();
  const location = field(page, 'Location of source 2');
  await location.fill(`s3://${store.bucket}/music`);
  await location.blur();
  await field(page, 'Name of source 2').fill('In a bucket');
  await field(page, 'Name of source 2').blur();
  await main(page)
    .getByRole('group', { name: `Bucket ${store.bucket}` })
    .waitFor();
};

const fillForm = async (page: Page, secretKey: string): Promise<void> => {
  await field(page, 'Address of the store').fill(store.endpoint);
  await field(page, 'Region').fill(store.region);
  await field(page, 'Access key').fill(store.accessKey);
  await field(page, 'Secret key').fill(secretKey);
  await button(main(page).getByRole('group', { name: `Bucket ${store.bucket}` }), 'Save').click();
};

/** Why each source is away; null where it is not. */
const reasons = async (): Promise<(string | null)[]> => {
  const answer = await callApi(stage.product, 'source_states', { token: stage.token });
  return ((await answer.json()) as { reason_code: string | null }[]).map(({ reason_code }) => reason_code);
};

describe('a music source in a bucket', () => {
  it('is added with its keys, which are never told again, and plays', () =>
    stage.play(
      async (page) => {
        await addSource(page);
        await fillForm(page, 'not its key');
        await button(main(page), 'Scan now').click();
        await expect.poll(reasons).toEqual([null, 'bucket_forbidden']);
        await fillForm(page, store.secretKey);
        await expect.poll(() => field(page, 'Secret key').inputValue()).toBe('');
        await main(page).getByText('Keys are stored. Leave both empty to keep them.').waitFor();
        const told = await callApi(stage.product, 'buckets', { token: stage.token });
        expect(await told.text()).not.toContain(store.secretKey);
        await button(main(page), 'Scan now').click();
        await expect.poll(reasons).toEqual([null, null]);
        await go(page, '#/browse');
        await linkIn(page, 'In a bucket').waitFor();
        await go(page, '#/search/tide');
        await songIn(page, 'Tide 2').waitFor();
        await songIn(page, 'Tide 2').dblclick();
        await expect
          .poll(() => store.requests.some(({ kind, range }) => kind === 'get' && range !== null))
          .toBe(true);
        await page.reload();
        await go(page, '#/settings/collection');
        await expect.poll(() => field(page, 'Address of the store').inputValue()).toBe(store.endpoint);
        expect(await field(page, 'Secret key').inputValue()).toBe('');
      },
      { at: '#/settings/collection' },
    ));
});
