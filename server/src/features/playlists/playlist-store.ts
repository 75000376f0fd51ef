import type { ExpressionBuilder } from 'kysely';
import type { StateQuery } from '../../state/state-access.ts';
import type { StateDatabase } from '../../state/state-schema.ts';
import { contains, totalBytes } from '../../state/state-sql.ts';

/** Which playlist of which user. */
export interface PlaylistKey {
  readonly userId: number;
  readonly name: string;
}

/** A saved playlist, without what it holds. */
export interface StoredPlaylist {
  readonly contentId: number;
  readonly chunkCount: number;
}

/** How much playlists hold. */
export interface PlaylistSize {
  readonly entries: number;
  /** Of their JSON. */
  readonly bytes: number;
}

/** How many playlists there are, and how long their names are together. */
export interface OthersSize extends PlaylistSize {
  readonly count: number;
  readonly nameBytes: number;
}

const nothing: OthersSize = { count: 0, entries: 0, bytes: 0, nameBytes: 0 };

/** Where a run of a content is. */
export interface ChunkKey {
  readonly contentId: number;
  readonly chunk: number;
}

/** Names of a user's playlists, in no order. */
export const listPlaylistNames = async (query: StateQuery, userId: number): Promise<string[]> => {
  const rows = await query.selectFrom('playlists').select('name').where('user_id', '=', userId).execute();
  return rows.map(({ name }) => name);
};

const contentsOf = (query: StateQuery, userId: number) =>
  query
    .selectFrom('playlists')
    .innerJoin('playlist_contents as content', 'content.id', 'playlists.content_id')
    .where('playlists.user_id', '=', userId);

const held = [
  'content.id as contentId',
  'content.chunk_count as chunkCount',
  'content.entry_count as entries',
  'content.byte_count as bytes',
] as const;

/** All playlists of a user with what they hold, in no order. */
export const listPlaylists = (
  query: StateQuery,
  userId: number,
): Promise<(StoredPlaylist & PlaylistSize & { readonly name: string })[]> =>
  contentsOf(query, userId)
    .select([...held, 'playlists.name'])
    .execute();

/** What a playlist holds and how much; undefined when there is none. */
export const findPlaylist = (
  query: StateQuery,
  { userId, name }: PlaylistKey,
): Promise<(StoredPlaylist & PlaylistSize) | undefined> =>
  contentsOf(query, userId).select(held).where('playlists.name', '=', name).executeTakeFirst();

/** The same, and its runs where those are no more than so many: as they are at one time, else null. */
export const findWholePlaylist = async (
  query: StateQuery,
  { userId, name }: PlaylistKey,
  mostChunks: number,
): Promise<(StoredPlaylist & PlaylistSize & { readonly chunks: readonly string[] | null }) | undefined> => {
  const rows = await contentsOf(query, userId)
    .leftJoin('playlist_chunks as run', (join) =>
      join.onRef('run.content_id', '=', 'content.id').on('content.chunk_count', '<=', mostChunks),
    )
    .select([...held, 'run.tracks'])
    .where('playlists.name', '=', name)
    .orderBy('run.chunk')
    .execute();
  const [found] = rows;
  if (found === undefined) return found;
  const { contentId, chunkCount, entries, bytes } = found;
  return { contentId, chunkCount, entries, bytes, chunks: chunksOf(rows, chunkCount) };
};

/** Runs of a content that were joined to it; null where they were too many. */
export const chunksOf = (
  rows: readonly { readonly tracks: string | null }[],
  chunkCount: number,
): readonly string[] | null => {
  const chunks = rows.flatMap(({ tracks }) => (tracks === null ? [] : [tracks]));
  return chunks.length === chunkCount ? chunks : null;
};

/** A playlist of a user, and all others of theirs. */
export interface Beside {
  /** Null when there is none of the name. */
  readonly named: (PlaylistSize & { readonly contentId: number }) | null;
  readonly others: OthersSize;
  /** Whether one of the others has the name that is wanted. */
  readonly isTaken: boolean;
}

/** Several playlists of a user, and all others of theirs. */
export interface SizesOfSeveral {
  /** By names; those that are not there are missing. */
  readonly named: ReadonlyMap<string, OthersSize & { readonly contentId: number }>;
  readonly others: OthersSize;
}

/** How much some playlists are together. */
const added = ({
  fn,
  val,
}: ExpressionBuilder<
  StateDatabase & { content: StateDatabase['playlist_contents'] },
  'playlists' | 'content'
>) =>
  [
    fn.max<number>('content.id').as('contentId'),
    fn.countAll<number>().as('count'),
    fn.coalesce(fn.sum<number>('content.entry_count'), val(0)).as('entries'),
    fn.coalesce(fn.sum<number>('content.byte_count'), val(0)).as('bytes'),
    totalBytes('playlists.name').as('nameBytes'),
  ] as const;

/**
 * What a playlist holds, and how much all others of its user are, as they are at one time.
 * @param wantedName what it may be called from now on
 */
export const sizesBeside = async (
  query: StateQuery,
  { userId, name }: PlaylistKey,
  wantedName: string = name,
): Promise<Beside> => {
  const rows = await contentsOf(query, userId)
    .select((row) => [row('playlists.name', '=', name).as('isNamed'), ...added(row)])
    .select(({ fn, eb, lit }) =>
      fn.max(eb.case().when('playlists.name', '=', wantedName).then(lit(1)).else(lit(0)).end()).as('isTaken'),
    )
    .groupBy('isNamed')
    .execute();
  // SQLite says 1 where PostgreSQL says true.
  const named = rows.find(({ isNamed }) => Boolean(isNamed));
  const others = rows.find(({ isNamed }) => !isNamed);
  return { named: named ?? null, others: others ?? nothing, isTaken: others?.isTaken === 1 };
};

/** What several playlists of a user hold by their names, and how much all the others are, as they are at one time. */
export const sizesOfSeveral = async (
  query: StateQuery,
  userId: number,
  names: readonly string[],
): Promise<SizesOfSeveral> => {
  const rows = await contentsOf(query, userId)
    .select((row) => [
      row.case().when('playlists.name', 'in', names).then(row.ref('playlists.name')).end().as('ofName'),
      ...added(row),
    ])
    .groupBy('ofName')
    .execute();
  const named = rows.flatMap(({ ofName, ...size }) => (ofName === null ? [] : [[ofName, size] as const]));
  return { named: new Map(named), others: rows.find(({ ofName }) => ofName === null) ?? nothing };
};

/** Some runs of a content, as they are at one time, in order: each a JSON list of virtual paths. */
export const readChunks = async (
  query: StateQuery,
  contentId: number,
  { first, count }: { first: number; count: number },
): Promise<string[]> => {
  const rows = await query
    .selectFrom('playlist_chunks')
    .select('tracks')
    .where('content_id', '=', contentId)
    .where('chunk', '>=', first)
    .where('chunk', '<', first + count)
    .orderBy('chunk')
    .execute();
  return rows.map(({ tracks }) => tracks);
};

/** All runs of several contents by the numbers of those, as they are at one time: each where its number says. */
export const readContents = async (
  query: StateQuery,
  contentIds: readonly number[],
): Promise<ReadonlyMap<number, readonly (string | undefined)[]>> => {
  const found = new Map<number, (string | undefined)[]>();
  if (contentIds.length === 0) return found;
  const rows = await query
    .selectFrom('playlist_chunks')
    .select(['content_id', 'chunk', 'tracks'])
    .where('content_id', 'in', [...contentIds])
    .execute();
  for (const { content_id, chunk, tracks } of rows) {
    const runs = found.get(content_id) ?? [];
    runs[chunk] = tracks;
    found.set(content_id, runs);
  }
  return found;
};

/** A chunk as JSON if it holds `part`, as that stands in JSON; else null. */
export const readChunkWith = async (
  query: StateQuery,
  { contentId, chunk }: ChunkKey,
  part: string,
): Promise<string | null> => {
  const row = await query
    .selectFrom('playlist_chunks')
    .select('tracks')
    .where('content_id', '=', contentId)
    .where('chunk', '=', chunk)
    .where(contains('tracks', part))
    .executeTakeFirst();
  return row?.tracks ?? null;
};

/** All chunks of what playlists hold now. */
export const listChunks = (query: StateQuery): Promise<ChunkKey[]> =>
  query
    .selectFrom('playlist_chunks')
    .select(['content_id as contentId', 'chunk'])
    .where('content_id', 'in', (playlists) => playlists.selectFrom('playlists').select('content_id'))
    .execute();

/** Writes a chunk anew. */
export const replaceChunk = async (
  query: StateQuery,
  { contentId, chunk }: ChunkKey,
  tracks: string,
): Promise<void> => {
  await query
    .updateTable('playlist_chunks')
    .set({ tracks })
    .where('content_id', '=', contentId)
    .where('chunk', '=', chunk)
    .execute();
};

/** Takes a playlist away, not what it held. @returns whether there was one */
export const removePlaylist = async (query: StateQuery, { userId, name }: PlaylistKey): Promise<boolean> => {
  const { numDeletedRows } = await query
    .deleteFrom('playlists')
    .where('user_id', '=', userId)
    .where('name', '=', name)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

/** Contents that no playlist points to, oldest first. */
export const listLoose = (query: StateQuery): Promise<{ id: number; bytes: number }[]> =>
  query
    .selectFrom('playlist_contents as content')
    .select(['content.id', 'content.byte_count as bytes'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('playlists').select('playlists.id').whereRef('playlists.content_id', '=', 'content.id'),
        ),
      ),
    )
    .orderBy('content.id')
    .execute();

/** Removes a content, at most so many chunks of it. @returns whether it is gone */
export const removeContent = async (
  query: StateQuery,
  contentId: number,
  mostChunks: number,
): Promise<boolean> => {
  const { numDeletedRows } = await query
    .deleteFrom('playlist_chunks')
    .where('content_id', '=', contentId)
    .where('chunk', 'in', (chunks) =>
      chunks
        .selectFrom('playlist_chunks')
        .select('chunk')
        .where('content_id', '=', contentId)
        .orderBy('chunk')
        .limit(mostChunks),
    )
    .executeTakeFirst();
  if (numDeletedRows === BigInt(mostChunks)) return false;
  await query.deleteFrom('playlist_contents').where('id', '=', contentId).execute();
  return true;
};
