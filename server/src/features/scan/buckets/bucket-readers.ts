import { isInBucket } from '../../../platform/bucket/bucket-address.ts';
import type { BucketClient } from '../../../platform/bucket/bucket-client.ts';
import {
  createPartFetcher,
  type Fetched,
  type PartFetcher,
  type RemoteObject,
} from '../../../platform/bucket/part-fetcher.ts';
import type { FileProblem } from '../../tags/index.ts';
import { type FileToOpen, type ReadRow, rowOfGone, rowOfProblem } from '../reading/read-batch.ts';
import type { TagReaders } from '../reading/tag-readers.ts';

/** Reads songs wherever they are. */
export interface SongReaders extends Omit<TagReaders, 'read'> {
  read(files: readonly RemoteObject[]): Promise<ReadRow[]>;
}

const problems: Readonly<Record<Exclude<Fetched['kind'], 'parts' | 'gone'>, FileProblem>> = {
  changed: 'file_changed',
  forbidden: 'file_forbidden',
  refused: 'file_not_fetched',
  'too-much': 'too_much_work',
};

const rowOf = (kind: Exclude<Fetched['kind'], 'parts'>): ReadRow =>
  kind === 'gone' ? rowOfGone() : rowOfProblem(problems[kind]);

/** Files that are fetched at once for one batch: what bounds its memory. */
const filesAtOnce = 8;

/** More batches than readers ask for: most of the time is waiting. */
const batchesMore = 2;

/** After so many files one after another that were not given, a scan asks for no more. */
const mostRefusals = 5;

interface FetchingFile {
  readonly file: RemoteObject;
  readonly index: number;
  readonly fetcher: PartFetcher;
}

/** Fetches until too much was refused. */
const createPatience = () => {
  let refusals = 0;
  return async (work: () => Promise<Fetched>): Promise<Fetched> => {
    if (refusals >= mostRefusals) return { kind: 'refused' };
    const fetched = await work();
    refusals = fetched.kind === 'refused' ? refusals + 1 : 0;
    return fetched;
  };
};

/** Has readers read what lies in buckets from pieces that are fetched for them; all other files as ever. */
export const readFromBuckets = (
  readers: TagReaders,
  clientOf: (bucket: string) => BucketClient | null,
): SongReaders => {
  const fetch = createPatience();

  const readFetched = async (waiting: readonly FetchingFile[], rows: ReadRow[]): Promise<void> => {
    let now = await Promise.all(
      waiting.map(async (each) => ({ ...each, fetched: await fetch(each.fetcher.first) })),
    );
    while (now.length > 0) {
      const ready: (FetchingFile & { readonly toOpen: FileToOpen })[] = [];
      for (const { fetched, ...each } of now) {
        const { path, name, sizeBytes } = each.file;
        if (fetched.kind === 'parts')
          ready.push({ ...each, toOpen: { path, name, sizeBytes, parts: fetched.parts } });
        else rows[each.index] = rowOf(fetched.kind);
      }
      const read = await readers.read(ready.map(({ toOpen }) => toOpen));
      const partial = ready.flatMap(({ toOpen: _, ...each }, at) => {
        const row = read[at];
        if (row === undefined) return [];
        const { missing } = row;
        if (missing !== undefined) return [{ ...each, missing }];
        rows[each.index] = row;
        return [];
      });
      now = await Promise.all(
        partial.map(async ({ missing, ...each }) => ({
          ...each,
          fetched: await fetch(() => each.fetcher.more(missing)),
        })),
      );
    }
  };

  return {
    ...readers,
    wanted: () => readers.wanted() + batchesMore,
    read: async (files) => {
      const rows: ReadRow[] = [];
      const remote: FetchingFile[] = [];
      const plain: { file: RemoteObject; index: number }[] = [];
      for (const [index, file] of files.entries())
        if (!isInBucket(file.path)) plain.push({ file, index });
        else if (file.sizeBytes === 0) rows[index] = rowOfProblem('file_empty');
        else remote.push({ file, index, fetcher: createPartFetcher(file, clientOf) });
      const read = plain.length === 0 ? [] : await readers.read(plain.map(({ file }) => file));
      for (const [at, { index }] of plain.entries()) rows[index] = read[at] ?? rowOfProblem('reader_failed');
      for (let at = 0; at < remote.length; at += filesAtOnce)
        await readFetched(remote.slice(at, at + filesAtOnce), rows);
      return rows;
    },
  };
};
