import { serveTasks } from '../../../platform/child/serve-tasks.ts';
import { naturalKey } from '../../../platform/text/natural-key.ts';
import { createSongReader, type SongReader } from '../../tags/index.ts';
import { createFetchSoon, type FetchSoon } from './fetch-soon.ts';
import { readBatch } from './read-batch.ts';
import { readFolders } from './read-folders.ts';
import type { ReadAnswer, ReadTask } from './tag-readers.ts';

/** What kind of reading thread this is. */
interface TagReaderOptions {
  readonly asksLibrary: boolean;
}

/* Entry of a thread that reads song files: no database, no network, nothing but what it is told to open. */
let reader: SongReader | null = null;
let soon: FetchSoon | null = null;

serveTasks<ReadTask, ReadAnswer>(async (task, { step, pulse, options }) => {
  reader ??= createSongReader({
    ...(options as TagReaderOptions),
    onRead: pulse,
    takeOpen: (path) => (typeof path === 'string' ? (soon?.take(path) ?? null) : null),
  });
  soon ??= createFetchSoon(reader);
  const tools = { reader, soon, sortKeyOf: naturalKey, step };
  if ('folders' in task) {
    const result = await readFolders(task.folders, tools);
    return { result, transfer: [result.bytes.buffer] };
  }
  const result = await readBatch(task, tools);
  return { result, transfer: [result.keys.buffer] };
});
