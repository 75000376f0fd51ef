import type { Ddns } from '@tonearm/contract';
import type { SecretBox } from '../../platform/secret-box.ts';
import type { StateQuery } from '../../state/state-access.ts';
import { readSetting, writeSetting } from '../settings/index.ts';

const key = 'ddns';

/** The stored account; null when there is none or the key file was lost. */
export const readDdns = async (query: StateQuery, box: SecretBox): Promise<Ddns | null> => {
  const stored = await readSetting(query, key);
  const text = typeof stored === 'string' ? box.open(Buffer.from(stored, 'base64')) : null;
  return text === null ? null : (JSON.parse(text) as Ddns);
};

/** Stores the account, encrypted as a whole. */
export const writeDdns = (query: StateQuery, box: SecretBox, account: Ddns): Promise<void> =>
  writeSetting(query, key, box.seal(JSON.stringify(account)).toString('base64'));
