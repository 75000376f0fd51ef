import type { Ddns } from '@tonearm/contract';
import type { SecretBox } from '../../platform/secret-box.ts';
import type { StateQuery } from '../../state/state-access.ts';
import { readSetting, writeSetting } from '../settings/index.ts';

const key = 'ddns';
const urlKey = 'ddns_update_url';

const readSealed = async (query: StateQuery, box: SecretBox, of: string): Promise<string | null> => {
  const stored = await readSetting(query, of);
  return typeof stored === 'string' ? box.open(Buffer.from(stored, 'base64')) : null;
};

/** The stored account; null when there is none or the key file was lost. */
export const readDdns = async (query: StateQuery, box: SecretBox): Promise<Ddns | null> => {
  const text = await readSealed(query, box, key);
  return text === null ? null : (JSON.parse(text) as Ddns);
};

/** Stores the account, encrypted as a whole. */
export const writeDdns = (query: StateQuery, box: SecretBox, account: Ddns): Promise<void> =>
  writeSetting(query, key, box.seal(JSON.stringify(account)).toString('base64'));

/** The stored update address; null when there is none or the key file was lost. */
export const readUpdateUrl = (query: StateQuery, box: SecretBox): Promise<string | null> =>
  readSealed(query, box, urlKey);

/** Stores the update address, encrypted: it mostly holds a password. */
export const writeUpdateUrl = (query: StateQuery, box: SecretBox, url: string): Promise<void> =>
  writeSetting(query, urlKey, box.seal(url).toString('base64'));
