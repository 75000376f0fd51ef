import type { ProblemReason } from '@tonearm/contract';
import { errorCodeOf, isLostDrive, isSystemError } from '../../platform/system-error.ts';

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
  EMFILE: 'too_many_files_open',
  ENFILE: 'too_many_files_open',
  ELOOP: 'link_circle',
};

/** Tells what an error of reading means; nothing of the host or of the library's words gets through. */
export const problemOf = (error: unknown): ReadProblem => {
  const code = errorCodeOf(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'gone' };
  if (isSystemError(error)) {
    // Whatever the system says, it says of the drive as it is now, and nothing of what is in the file.
    const reason = isLostDrive(code) ? 'file_lost' : 'file_disk_error';
    return { kind: 'problem', reason: systemReasons[code] ?? reason };
  }
  // A part of it claims a size that it cannot have.
  if (error instanceof RangeError) return { kind: 'problem', reason: 'impossible_size' };
  const isCutOff = error instanceof Error && error.name === 'EndOfStreamError';
  return { kind: 'problem', reason: isCutOff ? 'cut_off' : 'not_audio' };
};
