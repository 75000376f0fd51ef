import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callApi } from '../src/journeys.ts';
import { button, main } from '../src/parts.ts';
import { picnicLibrary } from '../src/picnic.ts';
import { openStage, type Stage } from '../src/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(picnicLibrary());
  for (const name of ['bo', 'cem', 'dee']) {
    const user = { name, password: `first of ${name}`, admin: false };
    await callApi(stage.product, 'user', { method: 'POST', body: user, token: stage.token });
  }
});
afterAll(() => stage[Symbol.asyncDispose]());

const account = (name: string) => ({ username: name, password: `first of ${name}` });
const atAccount = (name: string) => ({
  at: '#/settings/account',
  as: account(name),
  hasOwnSession: true,
  // What the browser prints about a password that is wrong, a session that is gone, and a server that is.
  allowed: [/40[13]/, /ERR_CONNECTION_REFUSED/, /could not be/, /unreachable/],
});

/** Signs in beside the browser. @returns the token */
const signInElsewhere = async (name: string, password = `first of ${name}`): Promise<string> => {
  const answer = await callApi(stage.product, 'auth', { method: 'POST', body: { username: name, password } });
  return ((await answer.json()) as { token: string }).token;
};

const statusOf = async (token: string): Promise<number> =>
  (await callApi(stage.product, 'preferences', { token })).status;

const changePassword = async (page: Page, current: string, wanted: string): Promise<void> => {
  await main(page).getByLabel('Current password').fill(current);
  await main(page).getByLabel('New password', { exact: true }).fill(wanted);
  await main(page).getByLabel('Confirm new password').fill(wanted);
  await button(main(page), 'Save password').click();
};

describe('the account', () => {
  it('gets another password from who knows the present one, and stays signed in here only', async () => {
    const phone = await signInElsewhere('bo');
    await stage.play(async (page) => {
      await button(main(page), 'Change password').click();
      await button(main(page), 'Cancel').click();
      await button(main(page), 'Change password').press('Enter');
      await changePassword(page, 'a guess', 'second of bo');
      await main(page).getByText('This is not your current password.').waitFor();
      await changePassword(page, 'first of bo', 'second of bo');
      await main(page).getByText('Your password was changed.').last().waitFor();
      await page.reload();
      await main(page).getByText('This browser').waitFor();
      expect(await statusOf(phone)).toBe(401);
      expect(await signInElsewhere('bo', 'second of bo')).not.toBe('');
    }, atAccount('bo'));
  });

  it('signs out one session, or all others after a question', async () => {
    const [first, second, third] = [
      await signInElsewhere('cem'),
      await signInElsewhere('cem'),
      await signInElsewhere('cem'),
    ];
    await stage.play(async (page) => {
      const rows = main(page).getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem');
      await expect.poll(() => rows.count()).toBe(4);
      await rows
        .getByRole('button', { name: /^Sign out/ })
        .first()
        .click();
      await expect.poll(() => rows.count()).toBe(3);
      const states = await Promise.all([first, second, third].map(statusOf));
      expect(states.filter((status) => status === 401)).toHaveLength(1);
      await button(main(page), 'Sign out all others').click();
      await button(page.getByRole('dialog'), 'Sign out all others').click();
      await expect.poll(() => rows.count()).toBe(1);
      expect(await Promise.all([first, second, third].map(statusOf))).toEqual([401, 401, 401]);
    }, atAccount('cem'));
  });

  it('says at sign-in why it was signed out, also when the server was started anew in between', () =>
    stage.play(async (page) => {
      await main(page).getByText('This browser').waitFor();
      const given = { new_password: 'given to dee' };
      await callApi(stage.product, 'user/dee', { method: 'PUT', body: given, token: stage.token });
      await stage.stopServer();
      await stage.startServer();
      await page.reload();
      await page.getByText(/^An administrator signed you out/).waitFor();
      await page.reload();
      await page.getByText(/^An administrator signed you out/).waitFor();
      await page.getByLabel('Username').fill('dee');
      await page.getByLabel('Password').fill('given to dee');
      await page.getByRole('button', { name: 'Login' }).click();
      await page.waitForURL(/#\/browse/);
      await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Log out' }).click();
      await page.getByRole('button', { name: 'Login' }).waitFor();
      expect(await page.getByText(/signed you out/).count()).toBe(0);
    }, atAccount('dee')));
});
