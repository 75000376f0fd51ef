import type { Ddns } from '@tonearm/contract';
import type { SecretBox } from '../../platform/secret-box.ts';
import { type Reading, readingOf } from '../../state/changes/read-together.ts';
import { readingSettings, settingsOf } from '../../state/changes/setting-rows.ts';

const key = 'ddns';
const urlKey = 'ddns_update_url';

/** How dynamic DNS is kept fresh. */
export interface StoredDdns {
  /** Null when there is none or the key file was lost. */
  readonly account: Ddns | null;
  /** The update address; null in the same way. */
  readonly updateUrl: string | null;
}

/** What is stored. */
export const readingDdns = (box: SecretBox, take: (stored: StoredDdns) => void): Reading =>
  readingOf(
    (query) => readingSettings(query, [key, urlKey]),
    (rows) => {
      const stored = settingsOf(rows);
      const opened = (of: string): string | null => {
        const value = stored.get(of);
        return typeof value === 'string' ? box.open(Buffer.from(value, 'base64')) : null;
      };
      const account = opened(key);
      take({
        account: account === null ? null : (JSON.parse(account) as Ddns),
        updateUrl: opened(urlKey),
      });
    },
  );

/** What is given as settings, each encrypted as a whole: an address mostly holds a password, too. */
export const sealedDdns = (
  box: SecretBox,
  { account, updateUrl }: { readonly account?: Ddns; readonly updateUrl?: string },
): ReadonlyMap<string, unknown> => {
  const sealed = new Map<string, string>();
  if (account !== undefined) sealed.set(key, box.seal(JSON.stringify(account)).toString('base64'));
  if (updateUrl !== undefined) sealed.set(urlKey, box.seal(updateUrl).toString('base64'));
  return sealed;
};
