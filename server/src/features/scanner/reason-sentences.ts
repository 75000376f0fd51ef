import type { AwayReason, ProblemReason } from '@tonearm/contract';
import type { LossCounts } from '../../library/write/library-sources-store.ts';

const folderSentences = {
  folder_forbidden: 'The server is not allowed to look into this folder.',
  folder_disk_error: 'The disk could not read this folder.',
  folder_lost: 'The network drive lost this folder.',
  folder_unreadable: 'This folder cannot be read.',
} as const;

const bucketSentences = {
  bucket_missing: 'There is no such bucket.',
  bucket_empty: 'Its bucket is empty.',
  bucket_forbidden: 'The keys do not open this bucket.',
  bucket_elsewhere: 'The bucket does not answer there. Check its address and region.',
  bucket_unreachable: 'The bucket does not answer.',
  bucket_unset: 'It is not known how this bucket is reached.',
} as const;

/** Why a file or folder could not be read, in words. */
export const problemSentences: Readonly<Record<ProblemReason, string>> = {
  ...folderSentences,
  entry_forbidden: 'The server is not allowed to look at this file.',
  entry_disk_error: 'The disk could not look up this file.',
  entry_lost: 'The network drive lost this file.',
  entry_unreadable: 'This file cannot be looked at.',
  file_forbidden: 'The server is not allowed to read this file.',
  file_disk_error: 'The disk could not read this file.',
  file_lost: 'The network drive lost this file.',
  too_many_files_open: 'Too many files are open.',
  link_circle: 'This link leads in a circle.',
  file_not_fetched: 'The bucket did not give this file.',
  file_changed: 'This file changed while it was read.',
  not_a_file: 'This is no file but a pipe, a socket or a device.',
  file_empty: 'The file is empty.',
  no_sound: 'No sound was found in this file.',
  only_moving_pictures: 'There are moving pictures in this file, but no sound.',
  cut_off: 'The file is broken off.',
  impossible_size: 'The file is broken: a part of it claims an impossible size.',
  not_audio: 'The file is broken or is not audio.',
  no_answer: 'The drive did not answer while this file was read.',
  too_much_work: 'Reading this file took too long.',
  too_much_memory: 'Reading this file took too much memory.',
  reader_failed: 'Reading this file failed.',
};

/** Why a source is away, in words. */
export const awaySentence = (reason: AwayReason, counts: LossCounts | null): string => {
  switch (reason) {
    case 'folder_missing':
      return 'Its folder is missing.';
    case 'folder_empty':
      return 'Its folder is empty.';
    case 'folder_kept_out':
      return 'A .nomedia or .ndignore file in its folder keeps it out.';
    case 'songs_gone': {
      const isPart = counts !== null && counts.gone < counts.songs;
      return isPart
        ? `${counts.gone} of its ${counts.songs} songs cannot be found.`
        : 'None of its songs can be found.';
    }
    case 'bucket_missing':
    case 'bucket_empty':
    case 'bucket_forbidden':
    case 'bucket_elsewhere':
    case 'bucket_unreachable':
    case 'bucket_unset':
      return bucketSentences[reason];
    default:
      return folderSentences[reason];
  }
};
