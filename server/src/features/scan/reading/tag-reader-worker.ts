import { serveTasks } from '../../../platform/child/serve-tasks.ts';
import { naturalKey } from '../../../platform/text/natural-key.ts';
import { createSongReader, type SongReader } from '../../tags/index.ts';
import { createFetchSoon, type FetchSoon } from './fetch-soon.ts';
import { type PackedReadings, readBatch } from './read-batch.ts';
import { readFolders } from './read-folders.ts';
import type { ReadTask } from './tag-readers.ts';

/** What kind of reading thread this is. */
interface TagReaderOptions {
  readonly asksLibrary: boolean;
}

/* Entry of a thread that reads song files: no database, no network, nothing but what it is told to open. */
let reader: SongReader | null = null;
let soon: FetchSoon | null = null;

serveTasks<ReadTask, PackedReadings>(async (task, { step, pulse, options }) => {
  reader ??= createSongReader({ ...(options as TagReaderOptions), onRead: pulse });
  soon ??= createFetchSoon(reader);
  const tools = { reader, soon, sortKeyOf: naturalKey, step };
  const result = await ('folders' in task ? readFolders(task.folders, tools) : readBatch(task, tools));
  return { result, transfer: [result.keys.buffer] };
});
