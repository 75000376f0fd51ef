import type Database from 'better-sqlite3';

/** Where things lie that are encrypted with the key beside `state.db`: linked accounts, app passwords and dynamic DNS. */
const dynamicDns = "FROM settings WHERE key = 'ddns'";

/** Everything in `state.db` that is encrypted, but for what is known to be lost. */
export const sealedSecrets = (state: Database.Database): Buffer[] => {
  const accounts = state
    .prepare<[], Buffer>("SELECT secret FROM linked_accounts WHERE lapse IS NOT 'secret_lost'")
    .pluck()
    .all();
  const apps = state
    .prepare<[], Buffer>('SELECT secret_sealed FROM app_passwords WHERE secret_sealed IS NOT NULL')
    .pluck()
    .all();
  const settings = state.prepare<[], string>(`SELECT value ${dynamicDns}`).pluck().all();
  return [...accounts, ...apps, ...settings.map((value) => Buffer.from(String(JSON.parse(value)), 'base64'))];
};

/** Takes out what was encrypted with a key that is lost. */
export const dropSecrets = (state: Database.Database): void => {
  state.transaction(() => {
    // App passwords go on working where they are sent whole.
    state.exec(
      `DELETE FROM linked_accounts; UPDATE app_passwords SET secret_sealed = NULL; DELETE ${dynamicDns}`,
    );
  })();
};
