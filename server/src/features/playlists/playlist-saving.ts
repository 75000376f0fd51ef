import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Spool } from '../../platform/paths/spool.ts';
import type { Random } from '../../platform/random.ts';
import type { Turns } from '../../platform/turns.ts';
import type { StateAccess, StateQuery } from '../../state/state-access.ts';
import type { PlaylistDetails } from './known-playlist-store.ts';
import { usableDetails } from './playlist-details.ts';
import { roomBeside } from './playlist-room.ts';
import { type ChunkKey, type PlaylistKey, type PlaylistSize, sizesBeside } from './playlist-store.ts';
import {
  addChunks,
  beginContent,
  finishContent,
  publishPlaylist,
  type Showing,
  saveWhole,
} from './playlist-writing-store.ts';

/** Some entries of a playlist that is saved. */
export interface PlaylistPart {
  readonly count: number;
  /** JSON list of virtual paths, or of whatever was sent as such: kept as it is, only ever looked up. */
  readonly json: Buffer;
}

/** A playlist as it is saved. */
export interface SavedPlaylist extends PlaylistKey {
  /** All entries, in order, in parts of up to 1,000; saved when it has ended without an error. */
  readonly parts: AsyncIterable<PlaylistPart>;
  /** What the playlist has to hold until then, null for nothing; not looked at unless given. */
  readonly expectedContentId?: number | null;
  /** What else is changed, together with it. */
  readonly details?: PlaylistDetails;
}

/** What a playlist holds since it was saved. */
export interface SavedContent {
  readonly contentId: number;
  readonly chunkCount: number;
  readonly entries: number;
  /** Its runs, each as JSON; null of a long one. */
  readonly chunks: readonly Buffer[] | null;
  /** Of the playlist, where it is new. */
  readonly publicId: Uint8Array;
  readonly savedAtMs: number;
}

/** How much is in a part. */
interface PartSize {
  readonly count: number;
  readonly bytes: number;
}

/** A content that is being written, before any playlist points to it. */
interface Draft {
  readonly contentId: number;
  chunkCount: number;
  entries: number;
  bytes: number;
}

/** Rows written in one turn of the event loop, and how many bytes end a turn before: about a millisecond of `state.db`. */
const nearAtOnce = { chunks: 16, bytes: 256 * 1024 };
/** The same where another machine writes them, and each turn is a trip: about five milliseconds to send them. */
const farAtOnce = { chunks: 256, bytes: 2 * 1024 * 1024 };

/** How much is written at once. */
export const mostAtOnce = ({ isFar }: Pick<StateAccess, 'isFar'>) => (isFar ? farAtOnce : nearAtOnce);

/** Bytes of an id of a playlist. */
export const idBytes = 16;

/** Bytes of one save in the log of the database before they are carried over. */
const logBytes = 4 * 1024 * 1024;

/**
 * Of a playlist that is being saved, the bytes that are written while it arrives: 200,000 songs. What is more waits in a
 * file until all of it is there. Most of what is longer is refused in the end, and rows that are written and removed again keep
 * the disk busy, for which everybody else waits.
 */
const mostAtOnceBytes = 16 * 1024 * 1024;

/** What saving asks of the rest. */
export interface SavingDeps {
  readonly state: Pick<StateAccess, 'query' | 'writeLazily' | 'isFar'>;
  readonly quota: PlaylistSize;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly random: Random;
  /** Whoever writes or removes much does it in turns with all others. */
  readonly turns: Turns;
  /** Where the rest of a very long one waits until all of it has arrived. */
  readonly openSpool: () => Promise<Spool>;
  /** Carries the log of the database over. */
  readonly carryOver: () => Promise<void>;
  /** Makes a content that is being written from now on: nobody may remove it. */
  readonly begin: (make: () => Promise<number>) => Promise<number>;
  /** Says that it is written no longer, whether it was shown or not. */
  readonly end: (contentId: number) => void;
  /** Applies what moved since the content was begun, and runs `then` before anything else can move. */
  readonly catchUp: <Result>(
    contentId: number,
    chunks: readonly ChunkKey[],
    then: () => Promise<Result>,
  ) => Promise<Result>;
  /** Hears which content a playlist held before. */
  readonly retire: (contentId: number) => void;
}

const draftOf = (contentId: number): Draft => ({ contentId, chunkCount: 0, entries: 0, bytes: 0 });

const note = (draft: Draft, parts: readonly PartSize[]): void => {
  draft.chunkCount += parts.length;
  draft.entries += parts.reduce((sum, { count }) => sum + count, 0);
  draft.bytes += parts.reduce((sum, { bytes }) => sum + bytes, 0);
};

const sizeOf = ({ count, json }: PlaylistPart): PartSize => ({ count, bytes: json.length });

const write = async (query: StateQuery, draft: Draft, parts: readonly PlaylistPart[]): Promise<void> => {
  const texts = parts.map(({ json }) => json);
  await addChunks(query, { contentId: draft.contentId, chunk: draft.chunkCount }, texts);
  note(draft, parts.map(sizeOf));
};

/** Takes a batch back from where it was put aside. */
const takeBack = async (spool: Spool, sizes: readonly PartSize[]): Promise<PlaylistPart[]> => {
  const all = await spool.take(sizes.reduce((sum, { bytes }) => sum + bytes, 0));
  let at = 0;
  return sizes.map(({ count, bytes }) => {
    at += bytes;
    return { count, json: all.subarray(at - bytes, at) };
  });
};

/** Writes batches to a draft. Nothing points there yet: they are durable with the write that does. */
const createWriter = ({ state, turns, carryOver }: SavingDeps, draft: Draft) => {
  let carriedBytes = 0;
  let carried = Promise.resolve();
  return async (parts: readonly PlaylistPart[]): Promise<void> => {
    await turns();
    await state.writeLazily((transaction) => write(transaction, draft, parts));
    if (draft.bytes - carriedBytes <= logBytes) return;
    // Goes on receiving meanwhile, but never two parts ahead of the disk.
    await carried;
    carried = carryOver();
    carriedBytes = draft.bytes;
  };
};

/** Writes as much as arrives while that is no more than most people save, and the rest when all of it is there. */
const writeAll = async (
  deps: SavingDeps,
  draft: Draft,
  {
    arriving,
    assertRoom,
  }: { arriving: AsyncIterable<readonly PlaylistPart[]>; assertRoom: (size: PlaylistSize) => void },
): Promise<void> => {
  const writeBatch = createWriter(deps, draft);
  const arrived = draftOf(draft.contentId);
  const aside: (() => Promise<PlaylistPart[]>)[] = [];
  let spool: Spool | null = null;
  try {
    for await (const parts of arriving) {
      const sizes = parts.map(sizeOf);
      note(arrived, sizes);
      assertRoom(arrived);
      if (arrived.bytes <= mostAtOnceBytes) {
        await writeBatch(parts);
        continue;
      }
      const used: Spool = spool ?? (await deps.openSpool());
      spool = used;
      await used.add(parts.map(({ json }) => json));
      aside.push(() => takeBack(used, sizes));
    }
    for (const take of aside) await writeBatch(await take());
  } finally {
    await spool?.close();
  }
  // Else the write that shows it would wait until all of it is on the disk.
  await deps.carryOver();
};

/** What became of a playlist that is shown. */
type Shown = Pick<SavedContent, 'contentId' | 'publicId' | 'savedAtMs'>;

/** Shows what is written, with all that is said of it, where there is room for it. */
const createPublish =
  ({ quota, clock, random, retire }: SavingDeps) =>
  async (
    query: StateQuery,
    playlist: SavedPlaylist,
    size: PlaylistSize,
    show: (shown: Showing) => Promise<number | null>,
  ): Promise<Shown> => {
    const { userId, name, details, expectedContentId } = playlist;
    // Others of the user may have been saved meanwhile.
    const beside = await sizesBeside(query, playlist, details?.newName);
    const replacedId = beside.named?.contentId ?? null;
    roomBeside(beside, playlist, quota)(size);
    if (expectedContentId !== undefined && expectedContentId !== replacedId) {
      throw new AppError('playlist_changed', 'This playlist was changed meanwhile. Nothing was done.');
    }
    const changed = details === undefined ? {} : usableDetails(beside, playlist, details);
    const [publicId, nowMs] = [random.bytes(idBytes), clock.nowMs()];
    const contentId = await show({ userId, name, publicId, nowMs, details: changed });
    if (contentId === null) throw new AppError('unauthorized', 'Please sign in again.');
    if (replacedId !== null) retire(replacedId);
    return { contentId, publicId, savedAtMs: nowMs };
  };

const contentOf = (
  { chunkCount, entries }: Draft,
  chunks: SavedContent['chunks'],
  shown: Shown,
): SavedContent => ({ ...shown, chunkCount, entries, chunks });

/**
 * Saves playlists as they arrive, all or nothing: a short one is written and shown at once; a long one in turns, and
 * shown when it is whole. The function throws AppError quota_exceeded and playlist_changed, and whatever the parts throw.
 */
export const createPlaylistSaving = (
  deps: SavingDeps,
): ((playlist: SavedPlaylist) => Promise<SavedContent>) => {
  const { state, clock } = deps;
  const publish = createPublish(deps);
  const isFull = fullAt(mostAtOnce(state));

  const saveShort = async (
    playlist: SavedPlaylist,
    parts: readonly PlaylistPart[],
  ): Promise<SavedContent> => {
    const whole = draftOf(0);
    note(whole, parts.map(sizeOf));
    const chunks = parts.map(({ json }) => json);
    const shown = await state.query.transaction().execute((transaction) =>
      publish(transaction, playlist, whole, async (shown) => {
        const ids = await saveWhole(transaction, [{ size: whole, chunks, shown }]);
        return ids?.[0] ?? null;
      }),
    );
    return contentOf(whole, chunks, shown);
  };

  const saveLong = async (
    playlist: SavedPlaylist,
    arriving: AsyncIterable<readonly PlaylistPart[]>,
  ): Promise<SavedContent> => {
    const assertRoom = roomBeside(await sizesBeside(state.query, playlist), playlist, deps.quota);
    // The disk is not waited for: what is lost with the power nobody was told of.
    const make = () => state.writeLazily((transaction) => beginContent(transaction, clock.nowMs()));
    const contentId = await deps.begin(make);
    try {
      const draft = draftOf(contentId);
      await writeAll(deps, draft, { arriving, assertRoom });
      const chunks = Array.from({ length: draft.chunkCount }, (_, chunk) => ({ contentId, chunk }));
      const show = () =>
        state.query.transaction().execute(async (transaction) => {
          await finishContent(transaction, draft);
          return await publish(transaction, playlist, draft, (shown) =>
            publishPlaylist(transaction, contentId, shown).then((isShown) => (isShown ? contentId : null)),
          );
        });
      return contentOf(draft, null, await deps.catchUp(contentId, chunks, show));
    } finally {
      deps.end(contentId);
    }
  };

  return async (playlist) => {
    const batches = batchesOf(playlist.parts, isFull);
    try {
      const first = await batches.next();
      if (first.done === true) return await saveShort(playlist, []);
      if (!isFull(first.value)) return await saveShort(playlist, first.value);
      return await saveLong(playlist, withFirst(first.value, batches));
    } finally {
      // Whoever sends is let go, also where nothing more was asked for.
      await batches.return(undefined);
    }
  };
};

async function* withFirst<Item>(first: Item, rest: AsyncIterable<Item>): AsyncGenerator<Item> {
  yield first;
  yield* rest;
}

type IsFull = (batch: readonly PlaylistPart[]) => boolean;

const fullAt =
  ({ chunks, bytes }: { readonly chunks: number; readonly bytes: number }): IsFull =>
  (batch) =>
    batch.length >= chunks || batch.reduce((sum, { json }) => sum + json.length, 0) >= bytes;

/** Parts as they are written: each batch but the last one is full. */
async function* batchesOf(
  parts: AsyncIterable<PlaylistPart>,
  isFull: IsFull,
): AsyncGenerator<readonly PlaylistPart[]> {
  let batch: PlaylistPart[] = [];
  for await (const part of parts) {
    batch.push(part);
    if (!isFull(batch)) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
