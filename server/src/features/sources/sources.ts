import { isDeepStrictEqual } from 'node:util';
import type { MountDir } from '@tonearm/contract';
import { AppError } from '../../platform/app-error.ts';
import type { AppEvents } from '../../platform/app-events.ts';
import { bucketRoot, isInBucket, parseBucketAddress } from '../../platform/bucket/bucket-address.ts';
import type { Events } from '../../platform/events.ts';
import type { Log } from '../../platform/log.ts';
import { assertNotLonger } from '../../platform/text/longest.ts';
import { applyChanges, type PreparedChange } from '../../state/changes/prepared-change.ts';
import { type Reading, readTogether } from '../../state/changes/read-together.ts';
import type { StateQuery } from '../../state/state-access.ts';
import { folderFromText, isInside } from './source-folder.ts';
import { readingFolders, readingSources, type StoredSources, savingSources } from './sources-store.ts';

/** A source that is served. */
interface MountedSource {
  /** First part of its virtual paths. */
  readonly name: string;
  /**
   * Absolute folder of the host; links in it are not followed, and it may be missing now. Or the root of a bucket, see
   * bucket-address.
   */
  readonly realPath: string;
}

/** A source by a number that stays when the list is saved anew, in another order or under another name. */
interface MusicFolder {
  readonly id: number;
  readonly name: string;
}

/** The music sources. */
export interface Sources {
  /** All rows in saved order, as typed, drafts included. */
  list(): readonly MountDir[];
  /** What is served, in saved order: drafts are left out. */
  mounted(): readonly MountedSource[];
  /** The same by lasting numbers. */
  folders(): readonly MusicFolder[];
  /** @throws AppError invalid_source or duplicate_source_name */
  prepareChange(list: readonly MountDir[]): Promise<PreparedChange>;
  /** As `prepareChange`, and writes it. */
  save(list: readonly MountDir[]): Promise<void>;
  /** Reads them again: another process may have saved. */
  readonly reading: Reading;
  /** The same by themselves. */
  reload(): Promise<void>;
}

interface Folders {
  /** Never inside a served source. */
  readonly dataFolder: string;
  /** What relative sources are relative to. */
  readonly workingFolder: string;
}

/** More than anybody has. */
const mostSources = 2500;

/** Longest path that Linux takes, and longest name that file systems do. */
const longestSourceBytes = 4096;
const longestNameBytes = 255;

const isBlank = (text: string): boolean => text.trim() === '';

/** The settings page saves the location first and the name after: a row with a blank part is a draft. */
const isDraft = ({ name, source }: MountDir): boolean => isBlank(name) || isBlank(source);

const refuse = (sentence: string): never => {
  throw new AppError('invalid_source', sentence);
};

const checkName = (name: string): void => {
  if (/[\\/]/.test(name)) refuse('The name of a music source cannot hold a slash.');
  if (name.includes('\0')) refuse('The name of a music source cannot hold a NUL character.');
  if (name === '.' || name === '..') refuse('A music source cannot be called . or ..');
};

const checkSizes = (list: readonly MountDir[]): void => {
  if (list.length > mostSources) refuse('No more than 2,500 music sources can be saved.');
  const code = 'invalid_source';
  for (const { name, source } of list) {
    const [whatSource, whatName] = ['The location of a music source', 'The name of a music source'];
    assertNotLonger({ text: source, what: whatSource, mostBytes: longestSourceBytes, code });
    assertNotLonger({ text: name, what: whatName, mostBytes: longestNameBytes, code });
  }
};

const checkNames = (list: readonly MountDir[]): void => {
  const names = new Set<string>();
  for (const { name, source } of list) {
    checkName(name);
    if (source.includes('\0')) refuse('The location of a music source cannot hold a NUL character.');
    if (isInBucket(source.trim()) && parseBucketAddress(source) === null)
      refuse('A bucket is written s3://bucket or s3://bucket/prefix.');
    if (isBlank(name)) continue;
    if (names.has(name)) {
      throw new AppError('duplicate_source_name', 'Two music sources cannot have the same name.');
    }
    names.add(name);
  }
};

/** Looks the folders up, and tells which of them hold the data folder and so must not be served. */
const mount = async (list: readonly MountDir[], { dataFolder, workingFolder }: Folders) => {
  const safe: MountedSource[] = [];
  const unsafe: string[] = [];
  for (const row of list.filter((candidate) => !isDraft(candidate))) {
    const address = parseBucketAddress(row.source);
    if (address !== null) {
      safe.push({ name: row.name, realPath: bucketRoot(address) });
      continue;
    }
    const realPath = await folderFromText(row.source, workingFolder);
    if (await isInside(dataFolder, realPath)) unsafe.push(row.name);
    else safe.push({ name: row.name, realPath });
  }
  return { safe, unsafe };
};

const wellFormed = ({ source, name }: MountDir): MountDir => ({
  source: source.toWellFormed(),
  name: name.toWellFormed(),
});

/** A list that was checked, until it is written. @param onWritten hears of the numbers that its sources have then */
const savingList = (
  list: readonly MountDir[],
  onWritten: (numbers: StoredSources['numbers']) => void,
): PreparedChange => {
  let numbers: StoredSources['numbers'] = new Map();
  let folders: Parameters<typeof savingSources>[1]['folders'] = [];
  const onNumbers = (saved: typeof numbers): void => {
    numbers = saved;
  };
  return {
    needs: [
      readingFolders((rows) => {
        folders = rows;
      }),
    ],
    write: (transaction) => savingSources(transaction, { list, isDraft, folders, onNumbers }),
    announce: () => onWritten(numbers),
  };
};

/** Reads the music sources. Emits `sources-changed` whenever they were saved. */
export const createSources = async (
  deps: { query: StateQuery; events: Events<AppEvents>; log: Log } & Folders,
): Promise<Sources> => {
  let current: StoredSources['list'] = [];
  let numbers: StoredSources['numbers'] = new Map();
  await readTogether(deps.query, [
    readingSources((stored) => {
      ({ list: current, numbers } = stored);
    }),
  ]);
  const atStart = await mount(current, deps);
  let mounted = atStart.safe;
  for (const name of atStart.unsafe) {
    deps.log.warn('a music source is not served: its folder holds the data folder', { name });
  }

  const become = (stored: StoredSources, safe: readonly MountedSource[]): void => {
    ({ list: current, numbers } = stored);
    mounted = [...safe];
    deps.events.emit('sources-changed', undefined);
  };

  const prepareChange = async (unchecked: readonly MountDir[]): Promise<PreparedChange> => {
    checkSizes(unchecked);
    const list = unchecked.map(wellFormed);
    checkNames(list);
    const { safe, unsafe } = await mount(list, deps);
    if (unsafe[0] !== undefined) {
      refuse(
        `The folder of the music source ${unsafe[0]} holds the data folder of the server. Choose another one.`,
      );
    }
    return savingList(list, (saved) => become({ list, numbers: saved }, safe));
  };

  const reading = readingSources(async ({ list, numbers: next }) => {
    if (isDeepStrictEqual([list, next], [current, numbers])) return;
    become({ list, numbers: next }, (await mount(list, deps)).safe);
  });

  return {
    list: () => current,
    mounted: () => mounted,
    folders: () =>
      mounted.flatMap(({ name }) => {
        const id = numbers.get(name);
        return id === undefined ? [] : [{ id, name }];
      }),
    prepareChange,
    reading,
    reload: () => readTogether(deps.query, [reading]),
    save: async (list) => applyChanges(deps.query, [await prepareChange(list)]),
  };
};
