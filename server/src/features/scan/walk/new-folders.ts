import { isInBucket } from '../../../platform/bucket/bucket-address.ts';
import type { FoundFolders } from '../reading/folder-reading.ts';
import type { ReadFolder } from '../reading/read-folders.ts';
import type { TagReaders } from '../reading/tag-readers.ts';
import type { ScanContext } from '../scan-context.ts';
import type { FolderVisit } from './folder-visit.ts';

/** A folder that is to be looked into, and the part of the whole walk that it and all below it are. */
export interface WalkStep {
  readonly visit: FolderVisit;
  readonly part: number;
}

/** One that the library does not know, and that a reading thread looks into. */
type NewStep = WalkStep & { readonly visit: { readonly realPath: string } };

/**
 * Has folders that are new looked into, and their songs read, while others are taken in. They are taken in by the turn
 * in which they were added, whenever they were read: the same folders get the same numbers each time.
 */
export interface NewFolders {
  add(step: NewStep): void;
  /** Whether readers have enough to do. */
  isBusy(): boolean;
  /**
   * Sends what has gathered, waits for the first of what is under way, and takes that in.
   * @returns false when nothing is
   * @throws what reading, or taking in, threw
   */
  next(): Promise<boolean>;
}

/** Folders of one message to a reader. */
const foldersPerBatch = 8;

/** Songs that are read ahead, about: readers go on while those before are committed. */
const songsAhead = 1_500;

/** Songs of a batch, until some were read. */
const likelySongs = 400;

/** Batches under way, however few songs they have. */
const mostBatches = 48;

/** How much the newest batch counts in the average. */
const newestWeight = 0.1;

/** Whether a folder is new and can be told to others by a text. */
export const isNewFolder = (step: WalkStep): step is NewStep =>
  step.visit.id === null && typeof step.visit.realPath === 'string' && !isInBucket(step.visit.realPath);

/** Makes it for one scan. @param deps.take takes in what was found; null where it has to be looked into here */
export const createNewFolders = (deps: {
  readonly readers: Pick<TagReaders, 'readFolders' | 'wanted'>;
  readonly isCancelled: ScanContext['isCancelled'];
  readonly take: (step: WalkStep, found: ReadFolder | null) => void;
}): NewFolders => {
  const { readers, isCancelled } = deps;
  const flying: { readonly steps: readonly NewStep[]; readonly found: Promise<FoundFolders> }[] = [];
  let gathered: NewStep[] = [];
  let songsPerBatch = likelySongs;

  const send = (): void => {
    if (gathered.length === 0 || isCancelled()) return;
    const steps = gathered;
    gathered = [];
    const found = readers.readFolders(steps.map(({ visit }) => visit.realPath));
    // It is waited for in its turn, which may be some time after it failed.
    found.catch(() => {});
    flying.push({ steps, found });
  };

  return {
    add: (step) => {
      gathered.push(step);
      if (gathered.length === foldersPerBatch) send();
    },
    isBusy: () =>
      flying.length >= mostBatches ||
      (flying.length >= readers.wanted() && flying.length * songsPerBatch >= songsAhead),
    next: async () => {
      send();
      const first = flying.shift();
      if (first === undefined) return false;
      const { songs, take } = await first.found;
      songsPerBatch += (songs - songsPerBatch) * newestWeight;
      const found = take();
      for (const [index, step] of first.steps.entries()) {
        if (isCancelled()) break;
        deps.take(step, found[index] ?? null);
      }
      return true;
    },
  };
};
