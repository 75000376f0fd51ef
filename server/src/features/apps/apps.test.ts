import { createHash } from 'node:crypto';
import { createFakeClock, type FakeClock } from '@tonearm/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/account-server.ts';
import { openTestState } from '../../../test/test-state.ts';
import { silentLog } from '../../platform/log.ts';
import { systemRandom } from '../../platform/random.ts';
import { createSecretBox } from '../../platform/secret-box.ts';
import type { OpenState } from '../../state/open-state.ts';
import { dropSecrets, sealedSecrets } from '../../state/secrets.ts';
import { createAppSignIn } from './app-sign-in.ts';
import { createAppUses } from './app-uses.ts';
import { createApps } from './apps.ts';
import { deletingAppsOf } from './apps-store.ts';

let folder: ReturnType<typeof temporaryFolder>;
let state: OpenState;
let clock: FakeClock;

beforeEach(() => {
  folder = temporaryFolder();
  state = openTestState(folder.path);
  clock = createFakeClock();
  for (const [name, isAdmin] of [
    ['Anna', 1],
    ['ben', 0],
    ['BEN', 0],
  ] as const)
    state.raw
      .prepare("INSERT INTO users (name, password_hash, is_admin, created_at_ms) VALUES (?, '', ?, 0)")
      .run(name, isAdmin);
});
afterEach(() => {
  state.close();
  folder.remove();
});

const anna = { userId: 1, username: 'Anna', isAdmin: true };
const ben = { userId: 2, username: 'ben', isAdmin: false };
const wanted = { name: 'Phone', mayAdminister: false, maxBitRate: null };

const build = async () => {
  const box = createSecretBox({
    dataFolder: folder.path,
    random: systemRandom,
    sealed: await sealedSecrets(state.query),
  });
  const uses = createAppUses({ state, clock, log: silentLog });
  const { identify, forget, lend } = createAppSignIn({ state, clock, box, random: systemRandom });
  const apps = createApps({ state, box, uses, random: systemRandom, clock, onAdded: forget });
  return { apps, uses, identify, lend };
};

const token = (secret: string, salt: string): string =>
  createHash('md5')
    .update(secret + salt)
    .digest('hex');

/** As the settings show it. */
const grouped = (secret: string): string => (secret.match(/.{5}/g) ?? []).join('-');
const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

describe('a secret', () => {
  it('lets in under all schemes, as it is, as it is shown and as a phone types it', async () => {
    const { apps, identify } = await build();
    const { secret, id } = await apps.add(anna, wanted);
    expect(secret).toMatch(/^[0-9a-hjkmnp-tv-z]{20}$/);
    for (const form of [secret, grouped(secret), capitalized(secret), capitalized(grouped(secret))]) {
      const caller = { appId: id, userId: 1, username: 'Anna', mayAdminister: false, maxBitRate: null };
      const found = expect.objectContaining(caller);
      expect(await identify({ scheme: 'key', key: form })).toEqual(found);
      expect(await identify({ scheme: 'plain', username: 'Anna', password: form })).toEqual(found);
      for (const salt of ['', 'a', 'always the same'])
        expect(await identify({ scheme: 'token', username: 'Anna', token: token(form, salt), salt })).toEqual(
          found,
        );
    }
  });

  it('lets in nobody else, and no wrong one', async () => {
    const { apps, identify } = await build();
    const { secret } = await apps.add(anna, wanted);
    await apps.add(ben, wanted);
    for (const username of ['ben', 'nobody', '']) {
      expect(await identify({ scheme: 'plain', username, password: secret })).toBe('wrong');
      expect(await identify({ scheme: 'token', username, token: token(secret, 's'), salt: 's' })).toBe(
        'wrong',
      );
    }
    for (const wrong of ['', secret.slice(1), `${secret}x`, secret.toUpperCase().replace(/\d/g, 'A')]) {
      expect(await identify({ scheme: 'key', key: wrong })).toBe('wrong');
      expect(await identify({ scheme: 'plain', username: 'Anna', password: wrong })).toBe('wrong');
    }
    for (const wrong of ['', 'zz', `${token(secret, 's')}0`, token(secret, 's').toUpperCase()])
      expect(await identify({ scheme: 'token', username: 'Anna', token: wrong, salt: 's' })).toBe('wrong');
  });

  it('finds its user whatever the capitals, unless two names differ in nothing else', async () => {
    const { apps, identify } = await build();
    const { secret } = await apps.add(anna, wanted);
    const own = await apps.add(ben, wanted);
    expect(await identify({ scheme: 'plain', username: 'aNNa', password: secret })).toMatchObject({
      userId: 1,
    });
    expect(await identify({ scheme: 'plain', username: 'Ben', password: own.secret })).toBe('wrong');
    expect(await identify({ scheme: 'plain', username: 'ben', password: own.secret })).toMatchObject({
      userId: 2,
    });
  });

  it('is no use from the next request on, once it is taken away', async () => {
    const { apps, identify } = await build();
    const [first, second] = [await apps.add(anna, wanted), await apps.add(anna, wanted)];
    expect(await identify({ scheme: 'key', key: first.secret })).toMatchObject({ appId: first.id });
    await apps.remove(1, first.id);
    expect(await identify({ scheme: 'key', key: first.secret })).toBe('wrong');
    expect(await identify({ scheme: 'key', key: second.secret })).toMatchObject({ appId: second.id });
    await state.query.transaction().execute(async (trx) => deletingAppsOf(trx, 1).execute());
    expect(await identify({ scheme: 'key', key: second.secret })).toBe('wrong');
    await expect(apps.remove(2, second.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('goes with its user, whose rights are read as they are now', async () => {
    const { apps, identify } = await build();
    const { secret } = await apps.add(anna, { ...wanted, mayAdminister: true });
    expect(await identify({ scheme: 'key', key: secret })).toMatchObject({
      isAdmin: true,
      mayAdminister: true,
    });
    await state.query.updateTable('users').set({ is_admin: 0 }).where('id', '=', 1).execute();
    expect(await identify({ scheme: 'key', key: secret })).toMatchObject({
      isAdmin: false,
      mayAdminister: false,
    });
    await state.query.deleteFrom('users').where('id', '=', 1).execute();
    expect(await identify({ scheme: 'key', key: secret })).toBe('wrong');
    expect(state.raw.prepare('SELECT count(*) FROM app_passwords').pluck().get()).toBe(0);
  });

  it('stands nowhere in the database as it is', async () => {
    const { apps } = await build();
    const { secret } = await apps.add(anna, wanted);
    const dump = state.raw.serialize();
    for (const form of [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64')])
      expect(dump.includes(form)).toBe(false);
  });

  it('whose key was lost is taken whole, and its owner is told to make another', async () => {
    const first = await build();
    const { secret } = await first.apps.add(anna, wanted);
    await dropSecrets(state.query);
    const { apps, identify } = await build();
    const sent = { username: 'Anna', token: token(secret, 's'), salt: 's' };
    expect(await identify({ scheme: 'token', ...sent })).toBe('lost-key');
    expect(await identify({ scheme: 'key', key: secret })).toMatchObject({ userId: 1 });
    expect(await identify({ scheme: 'plain', username: 'Anna', password: secret })).toMatchObject({
      userId: 1,
    });
    expect(await apps.list(1)).toMatchObject([{ needs_renewal: true }]);
    const renewed = await apps.add(anna, wanted);
    expect(await apps.list(1)).toMatchObject([{ needs_renewal: false }, { needs_renewal: true }]);
    expect(
      await identify({ scheme: 'token', username: 'Anna', token: token(renewed.secret, 's'), salt: 's' }),
    ).toMatchObject({ appId: renewed.id });
  });
});

describe('a list of apps', () => {
  it('takes 50 with names of 1 to 64 characters', async () => {
    const { apps } = await build();
    for (const name of ['', ' ', 'x'.repeat(65)])
      await expect(apps.add(ben, { ...wanted, name })).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await apps.add(ben, { ...wanted, name: ` ${'🎵'.repeat(64)} ` })).toMatchObject({
      name: '🎵'.repeat(64),
    });
    for (let count = 1; count < 50; count += 1) await apps.add(ben, wanted);
    await expect(apps.add(ben, wanted)).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await apps.list(2)).toHaveLength(50);
    expect(await apps.list(1)).toEqual([]);
  });

  it('lets only administrators give their rights to an app', async () => {
    const { apps } = await build();
    await expect(apps.add(ben, { ...wanted, mayAdminister: true })).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect(await apps.add(anna, { ...wanted, mayAdminister: true })).toMatchObject({ may_administer: true });
  });

  it('tells the last use at once, and writes it once a minute', async () => {
    const { apps, uses } = await build();
    const { id } = await apps.add(anna, { ...wanted, maxBitRate: 128 });
    expect(await apps.list(1)).toMatchObject([{ last_used_at: null, last_client: null, max_bit_rate: 128 }]);
    const stored = () => state.raw.prepare('SELECT last_client FROM app_passwords').pluck().get();
    uses.note(id, 'Symfonium');
    const atSeconds = Math.floor(clock.nowMs() / 1000);
    expect(await apps.list(1)).toMatchObject([{ last_used_at: atSeconds, last_client: 'Symfonium' }]);
    expect(stored()).toBe(null);
    await clock.advance(60_000);
    await expect.poll(stored).toBe('Symfonium');
    uses.note(id, 'x'.repeat(1000));
    await uses.flush();
    expect(stored()).toBe('x'.repeat(100));
  });
});

it('lends a secret that lets its user in by every scheme until it is taken back', async () => {
  const { apps, identify, lend } = await build();
  const lent = lend(anna.userId);
  const ways = [
    { scheme: 'key', key: lent.secret },
    { scheme: 'plain', username: 'Anna', password: lent.secret },
    { scheme: 'token', username: 'Anna', token: token(lent.secret, 'x'), salt: 'x' },
  ] as const;
  for (const way of ways)
    expect(await identify(way)).toMatchObject({ userId: anna.userId, mayAdminister: false });
  expect(await identify({ scheme: 'plain', username: 'ben', password: lent.secret })).toBe('wrong');
  expect(await apps.list(anna.userId)).toEqual([]);
  lent.takeBack();
  for (const way of ways) expect(await identify(way)).toBe('wrong');
});
