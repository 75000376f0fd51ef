import { serveTasks } from '../../platform/child/serve-tasks.ts';
import { naturalKey } from '../../platform/text/natural-key.ts';
import { type PackedReadings, type ReadBatch, readBatch } from './read-batch.ts';
import { createSongReader, type SongReader } from './read-song.ts';

/** What kind of reading thread this is. */
interface TagReaderOptions {
  readonly asksLibrary: boolean;
}

/* Entry of a thread that reads song files: no database, no network, nothing but what it is told to open. */
let reader: SongReader | null = null;

serveTasks<ReadBatch, PackedReadings>(async (batch, { step, pulse, options }) => {
  reader ??= createSongReader({ ...(options as TagReaderOptions), onRead: pulse });
  const result = await readBatch(batch, { reader, sortKeyOf: naturalKey, step });
  return { result, transfer: [result.keys.buffer] };
});
