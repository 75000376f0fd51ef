import { createHash } from 'node:crypto';
import type { Log } from '../../platform/log.ts';
import type { FeedBatch, FeedHead, FeedSnapshot, LibraryFeedStore } from './feed-store.ts';
import type { FeedCalls } from './feed-thread.ts';
import type { MadeCopy } from './feed-work.ts';

/** What publishing needs. */
export interface PublisherDeps {
  readonly store: LibraryFeedStore;
  readonly library: FeedCalls;
  /** With which this process was elected. */
  readonly epoch: number;
  /** Told up to where everything is published. */
  readonly onPublished: (sequence: number) => void;
  readonly log: Pick<Log, 'info'>;
}

/** A new copy is put when the batches since the last one have grown beyond it, and beyond this, in bytes. */
const leastBytesSince = 32 * 1024 * 1024;

async function* partsOf(library: FeedCalls, { sequence, parts }: FeedBatch): AsyncGenerator<Uint8Array> {
  for (let part = 0; part < parts; part += 1) {
    const bytes = await library.outboxPart({ sequence, part });
    if (bytes === null) throw new Error('A batch went while it was being published.');
    yield bytes;
  }
}

/** Puts the chunks of a copy where nobody sees them yet. */
const putChunks = async ({ store, library, epoch }: PublisherDeps, copy: MadeCopy): Promise<FeedSnapshot> => {
  const digest = createHash('sha256');
  let sizeBytes = 0;
  for (let number = 0; number < copy.chunks; number += 1) {
    const bytes = await library.copyChunk(number);
    digest.update(bytes);
    sizeBytes += bytes.length;
    await store.putChunk(epoch, { id: copy.id, number, bytes });
  }
  const { id, sequence, chain, chunks } = copy;
  return { id, sequence, chain, chunks, sizeBytes, digest: digest.digest('hex') };
};

/** Publishes what waits in the library's outbox, and a copy of the whole where that is needed. */
export const createPublisher = (deps: PublisherDeps) => {
  const { store, library, epoch, onPublished, log } = deps;

  let publishedTo = 0;

  const published = (sequence: number): void => {
    publishedTo = sequence;
    onPublished(sequence);
  };

  /** @returns whether all of it follows what is there already */
  const putBatches = async (): Promise<boolean> => {
    for (;;) {
      const waiting = await library.outbox(publishedTo);
      if (waiting.length === 0) return true;
      for (const batch of waiting) {
        const put = await store.append(epoch, batch, () => partsOf(library, batch));
        if (put === 'apart') return false;
        published(batch.sequence);
      }
    }
  };

  const putCopy = async (begins: boolean): Promise<void> => {
    const copy = await library.copy();
    try {
      const snapshot = await putChunks(deps, copy);
      // Nobody may start from what others could not come to, too.
      if (!begins) await putBatches();
      const head = begins ? null : await store.head();
      if (head !== null && head.sequence < copy.sequence) return;
      await store.putSnapshot(epoch, snapshot, { schema: copy.schema, begins });
      if (begins) published(copy.sequence);
      log.info('a copy of the library was put where other processes begin', { bytes: snapshot.sizeBytes });
    } finally {
      await library.copyEnd();
    }
  };

  const isOutgrown = ({ bytesSince, snapshot }: FeedHead): boolean =>
    bytesSince > Math.max(leastBytesSince, snapshot.sizeBytes);

  return {
    /**
     * Puts everything that is there by now.
     * @throws FencedError where another process was elected since; AppError unavailable while the store is away
     */
    publish: async (): Promise<void> => {
      const head = await store.head();
      const { stand, schema } = await library.stand(head ?? { sequence: 0, chain: '' });
      const continues = head !== null && head.schema === schema && (stand === 'same' || stand === 'ahead');
      if (!continues || !(await putBatches())) await putCopy(true);
      const after = await store.head();
      if (after !== null && isOutgrown(after)) await putCopy(false);
    },
  };
};
