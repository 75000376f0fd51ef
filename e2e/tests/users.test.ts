import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anna, callApi } from '../src/journeys.ts';
import { button, main } from '../src/parts.ts';
import { picnicLibrary } from '../src/picnic.ts';
import { openStage, type Stage } from '../src/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(picnicLibrary());
});
afterAll(() => stage[Symbol.asyncDispose]());

const users = async () =>
  (await (await callApi(stage.product, 'users', { token: stage.token })).json()) as {
    name: string;
    is_admin: boolean;
  }[];
const create = (name: string, password: string, isAdmin = false) =>
  callApi(stage.product, 'user', {
    method: 'POST',
    body: { name, password, admin: isAdmin },
    token: stage.token,
  });
const signInStatus = async (username: string, password: string): Promise<number> =>
  (await callApi(stage.product, 'auth', { method: 'POST', body: { username, password } })).status;

describe('the users', () => {
  it('are created by an administrator, with a name and a password', () =>
    stage.play(
      async (page) => {
        await button(main(page), 'Create user').click();
        const form = page.getByRole('form', { name: 'Create user' });
        const submit = button(form, 'Create user');
        expect(await submit.isDisabled()).toBe(true);
        await form.getByLabel('Username').fill(anna.username);
        await form.getByLabel('Password').fill('x');
        expect(await submit.isDisabled()).toBe(true);
        await form.getByText('There is a user of this name already.').waitFor();
        await form.getByLabel('Username').fill('bo <b>');
        await form.getByLabel('Password').fill('');
        await form.getByText('The password cannot be blank.').waitFor();
        expect(await submit.isDisabled()).toBe(true);
        await form.getByLabel('Password').fill('a fine password');
        await submit.click();
        await form.waitFor({ state: 'hidden' });
        await main(page).getByText('bo <b>', { exact: true }).waitFor();
        await expect.poll(users).toContainEqual(expect.objectContaining({ name: 'bo <b>', is_admin: false }));
        expect(await signInStatus('bo <b>', 'a fine password')).toBe(200);
      },
      { at: '#/settings/users' },
    ));

  it('do not take their own rights or their own account', () =>
    stage.play(
      async (page) => {
        const flag = main(page).getByLabel('Administrator: anna');
        await flag.waitFor();
        expect(await flag.isChecked()).toBe(true);
        expect(await flag.isDisabled()).toBe(true);
        expect(await button(main(page), 'Delete anna').isDisabled()).toBe(true);
        expect(await button(main(page), 'Change password of anna').isDisabled()).toBe(false);
        await page.getByText('Grants access to all settings.').first().waitFor({ state: 'attached' });
      },
      { at: '#/settings/users' },
    ));

  it('get another password, and a button that says so', async () => {
    await create('cleo', 'the old password');
    await stage.play(
      async (page) => {
        await button(main(page), 'Change password of cleo').click();
        const field = main(page).getByLabel('New password of cleo');
        expect(await button(main(page), 'OK').isDisabled()).toBe(true);
        await field.fill('the new password');
        await button(main(page), 'OK').click();
        await button(main(page), 'Got it!').waitFor();
        await field.waitFor({ state: 'hidden' });
        expect(await signInStatus('cleo', 'the new password')).toBe(200);
        expect(await signInStatus('cleo', 'the old password')).toBe(401);

        await page.route('**/api/user/cleo', (route) => route.fulfill({ status: 500 }));
        await button(main(page), 'Change password of cleo').click();
        expect(await field.inputValue()).toBe('');
        await field.fill('never saved');
        await button(main(page), 'OK').click();
        await button(main(page), 'Error :(').waitFor();
        await field.waitFor({ state: 'hidden' });
      },
      { at: '#/settings/users', allowed: [/500/, /The password could not be changed/] },
    );
  });

  it('stay where they are when they change their own password, and are signed out elsewhere', async () => {
    const fay = { username: 'fay', password: 'a password of before' };
    await create(fay.username, fay.password, true);
    const elsewhere = (await (
      await callApi(stage.product, 'auth', { method: 'POST', body: fay })
    ).json()) as {
      token: string;
    };
    await stage.play(
      async (page) => {
        await button(main(page), 'Change password of fay').click();
        await main(page).getByLabel('New password of fay').fill('a password of today');
        await button(main(page), 'OK').click();
        await button(main(page), 'Got it!').waitFor();
        await page.goto(new URL('#/random', page.url()).href);
        await button(main(page), 'More').click();
        await page.reload();
        await main(page).getByRole('heading', { name: 'Random' }).waitFor();
        expect(await signInStatus('fay', 'a password of today')).toBe(200);
        const old = await callApi(stage.product, 'playlists', { token: elsewhere.token });
        expect(old.status).toBe(401);
      },
      { at: '#/settings/users', as: fay },
    );
  });

  it('become administrators at once', async () => {
    await create('dora', 'a third password');
    await stage.play(
      async (page) => {
        const flag = main(page).getByLabel('Administrator: dora');
        await flag.click();
        await expect.poll(users).toContainEqual(expect.objectContaining({ name: 'dora', is_admin: true }));
        await expect.poll(() => flag.isChecked()).toBe(true);
        await flag.click();
        await expect.poll(users).toContainEqual(expect.objectContaining({ name: 'dora', is_admin: false }));
      },
      { at: '#/settings/users' },
    );
  });

  it('are signed out wherever they are when their account is deleted', async () => {
    const eva = { username: 'eva', password: 'a fourth password' };
    await create(eva.username, eva.password);
    await stage.play(
      async (evas) => {
        await main(evas).getByRole('heading', { name: 'Random' }).waitFor();
        await stage.play(
          async (page) => {
            await button(main(page), 'Delete eva').click();
            const dialog = page.getByRole('dialog', { name: 'Delete eva' });
            await dialog.getByText('Delete eva? Their playlists and their history go too.').waitFor();
            await button(dialog, 'Delete').click();
            await main(page).getByText('eva', { exact: true }).waitFor({ state: 'hidden' });
          },
          { at: '#/settings/users' },
        );
        // Whatever the page asks next is refused, by itself or because somebody pressed a button.
        const isOut = evas.waitForURL(/#\/auth$/);
        await Promise.any([button(main(evas), 'More').click(), isOut]);
        await isOut;
        await button(evas, 'Login').waitFor();
        expect(await evas.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
      },
      { at: '#/random', as: eva, allowed: [/401/, /unauthorized/i] },
    );
  });
});
