import type { ArrivingPart } from './apply.ts';
import { type FeedBatch, type FeedSnapshot, FencedError, type LibraryFeedStore } from './feed-store.ts';

/** A store in memory that several processes of a test share. */
export interface MemoryStore extends LibraryFeedStore {
  /** What the next calls are refused with, as where the database is away; null for nothing. */
  failure: Error | null;
  /** Whether changes are told. */
  isTelling: boolean;
  batches(): readonly FeedBatch[];
}

type Stored = FeedBatch & { readonly bytes: readonly Uint8Array[] };

const partsOf = ({ bytes, ...batch }: Stored): ArrivingPart[] =>
  bytes.map((each, part) => ({
    ...batch,
    part,
    isLast: part === bytes.length - 1,
    bytes: Uint8Array.from(each),
  }));

/** Makes an empty store. */
export const createMemoryStore = (): MemoryStore => {
  let epochNow = 0;
  let head: { sequence: number; chain: string; schema: string; snapshot: FeedSnapshot } | null = null;
  let batches: Stored[] = [];
  const chunks = new Map<string, Uint8Array>();
  const listeners = new Set<() => void>();
  const tell = (): void => {
    if (store.isTelling) for (const hear of listeners) setImmediate(hear);
  };
  const check = (epoch: number): void => {
    if (epoch < epochNow) throw new FencedError(`${epoch} is over.`);
  };
  const asked = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    if (store.failure !== null) throw store.failure;
  };
  const store: MemoryStore = {
    failure: null,
    isTelling: true,
    batches: () => batches,
    claim: async (epoch) => {
      await asked();
      check(epoch);
      epochNow = epoch;
    },
    head: async () => {
      await asked();
      if (head === null) return null;
      const { sequence } = head.snapshot;
      const bytesSince = batches
        .filter((batch) => batch.sequence > sequence)
        .reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
      return { ...head, bytesSince };
    },
    append: async (epoch, batch, parts) => {
      await asked();
      const bytes: Uint8Array[] = [];
      for await (const part of parts()) bytes.push(Uint8Array.from(part));
      check(epoch);
      if (batches.some(({ sequence, chain }) => sequence === batch.sequence && chain === batch.chain))
        return 'known';
      if (head === null || head.chain !== batch.previous) return 'apart';
      batches.push({ ...batch, bytes });
      head = { ...head, sequence: batch.sequence, chain: batch.chain };
      tell();
      return 'appended';
    },
    partsAfter: async (after) => {
      await asked();
      return batches
        .flatMap(partsOf)
        .filter(({ sequence, part }) =>
          sequence === after.sequence ? part > after.part : sequence > after.sequence,
        )
        .slice(0, 3);
    },
    putChunk: async (epoch, { id, number, bytes }) => {
      await asked();
      check(epoch);
      chunks.set(`${id} ${number}`, Uint8Array.from(bytes));
    },
    putSnapshot: async (epoch, snapshot, { schema, begins }) => {
      await asked();
      check(epoch);
      const oldest = begins ? Number.POSITIVE_INFINITY : (head?.snapshot.sequence ?? 0);
      batches = batches.filter(({ sequence }) => sequence > oldest);
      const { sequence, chain } = begins || head === null ? snapshot : head;
      head = { sequence, chain, schema, snapshot };
      for (const key of chunks.keys()) if (!key.startsWith(snapshot.id)) chunks.delete(key);
      tell();
    },
    chunk: async (id, number) => {
      await asked();
      return chunks.get(`${id} ${number}`) ?? null;
    },
    onChange: (hear) => {
      listeners.add(hear);
      return () => void listeners.delete(hear);
    },
  };
  return store;
};
