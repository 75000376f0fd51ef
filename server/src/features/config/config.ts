import { isDeepStrictEqual } from 'node:util';
import type { BodyOf, Ddns, Endpoints } from '@tonearm/contract';
import { AppError } from '../../platform/app-error.ts';
import { applyChanges, type PreparedChange } from '../../state/changes/prepared-change.ts';
import { readTogether } from '../../state/changes/read-together.ts';
import type { StateQuery } from '../../state/state-access.ts';
import type { DdnsAccount } from '../ddns/index.ts';
import type { Settings } from '../settings/index.ts';
import type { Sources } from '../sources/index.ts';
import { type Actor, createUsersReplacement, type UsersDeps } from '../users/index.ts';

/** Whatever can be set at once. */
export interface ConfigParts {
  readonly query: StateQuery;
  readonly settings: Settings;
  readonly sources: Sources;
  readonly ddns: DdnsAccount;
  readonly users: UsersDeps;
}

/** The parts of a configuration; absent and null parts stay. */
export type ConfigChange = BodyOf<Endpoints['putConfig']>;

const ddnsOf = ({ ddns, ydns }: ConfigChange): Ddns | null => {
  if (ddns && ydns && !isDeepStrictEqual(ddns, ydns)) {
    throw new AppError('invalid_request', 'ddns and ydns are two names of one account: please send one.');
  }
  return ddns ?? ydns ?? null;
};

/**
 * Replaces each part that is present, all or nothing: what there is is read first, as other processes may have changed
 * it; then everything is checked, and written in one transaction.
 * @throws AppError with the code of the first part that is refused
 */
export const putConfig = async (parts: ConfigParts, change: ConfigChange, actor: Actor): Promise<void> => {
  const { settings, sources, ddns } = parts;
  const users = createUsersReplacement(parts.users);
  const account = ddnsOf(change);
  await readTogether(
    parts.query,
    [settings, sources, ddns, users].map(({ reading }) => reading),
  );
  const changes: PreparedChange[] = [];
  if (change.settings) changes.push(await settings.prepareChange(change.settings));
  if (change.mount_dirs) changes.push(await sources.prepareChange(change.mount_dirs));
  if (account) changes.push(ddns.prepareChange(account));
  if (change.users) changes.push(await users.prepareChange(change.users, actor));
  await applyChanges(parts.query, changes);
};
