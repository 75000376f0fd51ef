import type { ArrivingPart } from './apply.ts';
import type { FeedPosition } from './feed-position.ts';

/** A batch, apart from its bytes. */
export interface FeedBatch extends FeedPosition {
  /** The chain of the batch before. */
  readonly previous: string;
  readonly parts: number;
  readonly sizeBytes: number;
}

/** A copy of a whole library, cut into chunks of at most 4 MiB, each compressed. */
export interface FeedSnapshot extends FeedPosition {
  /** A random text, part of the name of its chunks. */
  readonly id: string;
  readonly chunks: number;
  /** Of its chunks, as they are stored. */
  readonly sizeBytes: number;
  /** SHA-256 of its chunks one after the other, hexadecimal. */
  readonly digest: string;
}

/** How far the feed is, and where one begins who has nothing of it. */
export interface FeedHead extends FeedPosition {
  /** Of the schema that rows are of, see schemaDigest. */
  readonly schema: string;
  readonly snapshot: FeedSnapshot;
  /** Size of all batches since the snapshot. */
  readonly bytesSince: number;
}

/** Somebody else has been elected since: nothing of this one is taken any more. */
export class FencedError extends Error {
  override readonly name = 'FencedError';
}

/**
 * Where one process puts what it changed in its library, and others take it from. Everything is asked again after an
 * error: that the store is away is told by AppError unavailable.
 */
export interface LibraryFeedStore {
  /**
   * From here on nobody with a smaller epoch can put anything.
   * @throws FencedError where somebody with a greater one was here
   */
  claim(epoch: number): Promise<void>;
  /** Null as long as nobody has put anything. */
  head(): Promise<FeedHead | null>;
  /**
   * Puts the next batch, whole or not at all.
   * @param parts in order, each at most 4 MiB
   * @returns `known` where it is there already; `apart` where it does not follow the last one
   * @throws FencedError
   */
  append(
    epoch: number,
    batch: FeedBatch,
    parts: () => AsyncIterable<Uint8Array>,
  ): Promise<'appended' | 'known' | 'apart'>;
  /** The first few parts after this one, in order; those of the first batch that is kept, where that is later. */
  partsAfter(after: { readonly sequence: number; readonly part: number }): Promise<readonly ArrivingPart[]>;
  /** Puts a chunk of a snapshot that is not there yet. @throws FencedError */
  putChunk(epoch: number, chunk: { id: string; number: number; bytes: Uint8Array }): Promise<void>;
  /**
   * Puts a snapshot in the place of the one before, when its chunks are there. Batches that the one before holds
   * already go: who takes that one now, or is a little behind, goes on.
   * @param options.begins whether the feed begins with it: all batches go
   * @throws FencedError
   */
  putSnapshot(
    epoch: number,
    snapshot: FeedSnapshot,
    options: { schema: string; begins: boolean },
  ): Promise<void>;
  /** A chunk; null where its snapshot is no more. */
  chunk(id: string, number: number): Promise<Uint8Array | null>;
  /** @param hear is told soon after something was put; it may be told too often, and may miss some. @returns ends that */
  onChange(hear: () => void): () => void;
}
