import type { StateAccess, StateQuery } from './state-access.ts';

const isTaken = async (query: StateQuery, id: Buffer): Promise<boolean> =>
  (await query.selectFrom('song_ids').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

/**
 * The id of what is at a path, by what is kept: the scan process reads the same, see features/scan/model.
 * @param natural the id that is made of the path
 * @param nextId of what comes to a path whose id went along with another song
 */
export const keptIdAt = async (
  query: StateQuery,
  natural: Buffer,
  nextId: (taken: Buffer) => Buffer,
): Promise<Buffer> => {
  const own = await query
    .selectFrom('song_ids')
    .select('id')
    .where('natural', '=', natural)
    .executeTakeFirst();
  if (own !== undefined) return Buffer.from(own.id);
  let id = natural;
  while (await isTaken(query, id)) id = nextId(id);
  return id;
};

/** A random text of this installation: part of what ids of songs are made of. */
export const installationId = async (query: StateQuery): Promise<string> => {
  const row = await query
    .selectFrom('meta')
    .select('value')
    .where('key', '=', 'installation_id')
    .executeTakeFirst();
  return row?.value ?? '';
};

/** The same, remembered: it stays as long as the database does. */
export const knownInstallation = ({ query, onChange }: Pick<StateAccess, 'query' | 'onChange'>) => {
  let known: string | null = null;
  // What is brought back from a backup may be of another one.
  onChange(['meta'], () => {
    known = null;
  });
  return async (): Promise<string> => {
    known ??= await installationId(query);
    return known;
  };
};
