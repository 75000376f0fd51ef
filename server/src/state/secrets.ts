import type Database from 'better-sqlite3';

/** Where things lie that are encrypted with the key beside `state.db`: linked accounts and dynamic DNS. */
const dynamicDns = "FROM settings WHERE key = 'ddns'";

/** Whether anything in `state.db` is encrypted. */
export const holdsSecrets = (state: Database.Database): boolean =>
  state
    .prepare(`SELECT EXISTS (SELECT 1 FROM linked_accounts) OR EXISTS (SELECT 1 ${dynamicDns})`)
    .pluck()
    .get() === 1;

/** Takes out what was encrypted with a key that is lost. */
export const dropSecrets = (state: Database.Database): void => {
  state.transaction(() => {
    state.exec(`DELETE FROM linked_accounts; DELETE ${dynamicDns}`);
  })();
};
