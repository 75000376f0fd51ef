import type { StateQuery } from './state-access.ts';

/*
 * Where things lie that are encrypted with the key beside `state.db`: linked accounts, app passwords, dynamic DNS and
 * buckets.
 */

const sealedSettings = ['ddns', 'buckets'];

/** Everything in `state.db` that is encrypted, but for what is known to be lost. */
export const sealedSecrets = async (query: StateQuery): Promise<Uint8Array[]> => {
  const accounts = await query
    .selectFrom('linked_accounts')
    .select('secret')
    .where((row) => row.or([row('lapse', 'is', null), row('lapse', '!=', 'secret_lost')]))
    .execute();
  const apps = await query
    .selectFrom('app_passwords')
    .select('secret_sealed as secret')
    .where('secret_sealed', 'is not', null)
    .$narrowType<{ secret: Uint8Array }>()
    .execute();
  const settings = await query
    .selectFrom('settings')
    .select('value')
    .where('key', 'in', sealedSettings)
    .execute();
  return [
    ...[...accounts, ...apps].map(({ secret }) => secret),
    ...settings.map(({ value }) => Buffer.from(String(JSON.parse(value)), 'base64')),
  ];
};

/** Takes out what was encrypted with a key that is lost. App passwords go on working where they are sent whole. */
export const dropSecrets = (query: StateQuery): Promise<void> =>
  query.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('linked_accounts').execute();
    await transaction.updateTable('app_passwords').set({ secret_sealed: null }).execute();
    await transaction.deleteFrom('settings').where('key', 'in', sealedSettings).execute();
    // By which several processes know that they have the same key.
    await transaction.deleteFrom('meta').where('key', '=', 'secret_key_sha256').execute();
  });
