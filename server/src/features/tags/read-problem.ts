import type { ProblemReason } from '@tonearm/contract';

/** Why a song file gave no song. */
export type FileProblem = Exclude<ProblemReason, `folder_${string}` | `entry_${string}`>;

/** What to do about an error of reading. */
type ReadProblem = { readonly kind: 'problem'; readonly reason: FileProblem } | { readonly kind: 'gone' };

/**
 * How long a problem stands: `lasting` as long as the file stays as it is, for it is what its bytes say; `passing` until
 * the next scan; `provisional` until a scan after a pause, as reading it was given up, which may be the machine's fault.
 */
export const problemTerms: Readonly<Record<FileProblem, 'lasting' | 'passing' | 'provisional'>> = {
  file_forbidden: 'passing',
  file_disk_error: 'passing',
  file_lost: 'passing',
  too_many_files_open: 'passing',
  link_circle: 'passing',
  file_not_fetched: 'passing',
  file_changed: 'passing',
  not_a_file: 'lasting',
  file_empty: 'lasting',
  no_sound: 'lasting',
  only_moving_pictures: 'lasting',
  cut_off: 'lasting',
  impossible_size: 'lasting',
  not_audio: 'lasting',
  no_answer: 'provisional',
  too_much_work: 'provisional',
  too_much_memory: 'provisional',
  reader_failed: 'provisional',
};

/** What the file system says. */
const systemReasons: Readonly<Record<string, FileProblem>> = {
  EACCES: 'file_forbidden',
  EPERM: 'file_forbidden',
  EIO: 'file_disk_error',
  ESTALE: 'file_lost',
  EMFILE: 'too_many_files_open',
  ENFILE: 'too_many_files_open',
  ELOOP: 'link_circle',
};

const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;

/** Tells what an error of reading means; nothing of the host or of the library's words gets through. */
export const problemOf = (error: unknown): ReadProblem => {
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'gone' };
  const system = code === null ? undefined : systemReasons[code];
  if (system !== undefined) return { kind: 'problem', reason: system };
  // A part of it claims a size that it cannot have.
  if (error instanceof RangeError) return { kind: 'problem', reason: 'impossible_size' };
  const isCutOff = error instanceof Error && error.name === 'EndOfStreamError';
  return { kind: 'problem', reason: isCutOff ? 'cut_off' : 'not_audio' };
};
