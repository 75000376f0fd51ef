import { close, read } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { isInBucket } from '../../platform/bucket/bucket-address.ts';
import type { MediaFiles } from '../../platform/bucket/remote-files.ts';
import type { ServedFolders } from '../../platform/paths/open-inside.ts';
import { decodeWords, parseWords, type WordFormat, type Words } from './parse-words.ts';

const closeFile = promisify(close);
const readFile = promisify(read);

/** Kinds of files with words, the best first. */
const formats: Readonly<Record<string, WordFormat>> = {
  elrc: 'lrc',
  lrc: 'lrc',
  ttml: 'ttml',
  srt: 'srt',
  txt: 'plain',
};
const order = Object.keys(formats);

/** What is larger holds no words of a song. */
const mostBytes = 1024 * 1024;
/** Files of a folder that are looked through. */
const mostEntries = 20_000;

/** A file with words beside a song. */
export interface WordFile {
  readonly words: Words;
  readonly language: string | null;
}

/** Where files may lie, and what opens them. */
interface Beside {
  readonly served: ServedFolders;
  readonly media: MediaFiles;
}

interface Candidate {
  readonly name: Buffer;
  readonly format: WordFormat;
  readonly rank: number;
  readonly language: string | null;
}

/** A file of words for a song: its name without ending, perhaps a language, and the ending. */
const candidateOf = (name: Buffer, base: Buffer): Candidate | null => {
  if (!name.subarray(0, base.length).equals(base)) return null;
  const match = /^(?:\.([a-z]{2,3}(?:-[a-z0-9]{2,8})?))?\.([a-z]{3,4})$/i.exec(
    name.toString('latin1', base.length),
  );
  const ending = match?.[2]?.toLowerCase() ?? '';
  const format = Object.hasOwn(formats, ending) ? formats[ending] : undefined;
  if (format === undefined) return null;
  const language = match?.[1]?.toLowerCase() ?? null;
  // One without a language is the song's own.
  return { name, format, rank: order.indexOf(ending) * 2 + (language === null ? 0 : 1), language };
};

const inOrder = (found: readonly Candidate[]): Candidate[] =>
  found.toSorted((a, b) => a.rank - b.rank || Buffer.compare(a.name, b.name));

/** In a bucket only what begins as the song does is listed. */
const candidatesInBucket = async (folder: Buffer, base: Buffer, { served, media }: Beside) => {
  const start = Buffer.concat([folder, Buffer.from('/'), base]);
  const names = await media.remote.namesAfter(start, served);
  return inOrder(
    names.flatMap((rest) => {
      const candidate = rest.includes('/') ? null : candidateOf(Buffer.concat([base, rest]), base);
      return candidate === null ? [] : [candidate];
    }),
  );
};

const candidatesIn = async (folder: Buffer, base: Buffer): Promise<Candidate[]> => {
  const found: Candidate[] = [];
  const entries = await opendir(folder as unknown as string, { encoding: 'buffer' as BufferEncoding }).catch(
    () => null,
  );
  if (entries === null) return found;
  let count = 0;
  for await (const entry of entries) {
    const candidate = candidateOf(Buffer.from(entry.name), base);
    if (candidate !== null) found.push(candidate);
    count += 1;
    if (count >= mostEntries) break;
  }
  return inOrder(found);
};

const textOf = async (realPath: Buffer, { served, media }: Beside): Promise<string | null> => {
  const file = await media.open(realPath, served);
  if (file === null) return null;
  try {
    if (file.sizeBytes > mostBytes) return null;
    const bytes = Buffer.alloc(file.sizeBytes);
    const { bytesRead } = await readFile(file.descriptor, bytes, 0, bytes.length, 0);
    return decodeWords(bytes.subarray(0, bytesRead));
  } finally {
    await closeFile(file.descriptor);
  }
};

/**
 * Words in files beside a song, timed ones first.
 * @param songPath absolute, as bytes
 */
export const findWordFiles = async (songPath: Buffer, beside: Beside): Promise<WordFile[]> => {
  const slash = songPath.lastIndexOf(0x2f);
  const dot = songPath.lastIndexOf(0x2e);
  const folder = songPath.subarray(0, Math.max(slash, 1));
  const base = songPath.subarray(slash + 1, dot > slash ? dot : songPath.length);
  const found: WordFile[] = [];
  const candidates = isInBucket(songPath)
    ? await candidatesInBucket(folder, base, beside)
    : await candidatesIn(folder, base);
  for (const { name, format, language } of candidates) {
    const text = await textOf(Buffer.concat([folder, Buffer.from('/'), name]), beside);
    if (text !== null && text.trim() !== '') found.push({ words: parseWords(text, format), language });
  }
  return found.toSorted((a, b) => Number(b.words.isSynced) - Number(a.words.isSynced));
};
