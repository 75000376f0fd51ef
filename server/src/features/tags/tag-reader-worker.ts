import { serveTasks } from '../../platform/serve-tasks.ts';
import { naturalKey } from '../../platform/text/natural-key.ts';
import { type PackedReadings, type ReadBatch, readBatch } from './read-batch.ts';
import { createSongReader } from './read-song.ts';

/* Entry of a thread that reads song files: no database, no network, nothing but what it is told to open. */
const reader = createSongReader();

serveTasks<ReadBatch, PackedReadings>(async (batch, step) => {
  const result = await readBatch(batch, { reader, sortKeyOf: naturalKey, step });
  return { result, transfer: [result.keys.buffer] };
});
