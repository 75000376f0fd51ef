/**
 * Why a folder could not be looked into. A source whose own folder it is, is away.
 */
const folderReasons = ['folder_forbidden', 'folder_disk_error', 'folder_lost', 'folder_unreadable'] as const;

/** Why a music source in a bucket is away. */
const bucketReasons = [
  'bucket_missing',
  'bucket_empty',
  'bucket_forbidden',
  /** What answers is no object store, or says that the bucket lies elsewhere, mostly in another region. */
  'bucket_elsewhere',
  'bucket_unreachable',
  /** Nobody has said how it is reached. */
  'bucket_unset',
] as const;

/** Why a music source is away. More may come. */
export const awayReasons = [
  'folder_missing',
  'folder_empty',
  /** A marker file keeps it out. */
  'folder_kept_out',
  ...folderReasons,
  /** Its folder is there, without most of its songs. */
  'songs_gone',
  ...bucketReasons,
] as const;
export type AwayReason = (typeof awayReasons)[number];

/** Why a file or folder stands in the scan report. More may come. */
export const problemReasons = [
  ...folderReasons,
  // Its folder says that there is something, and nothing more can be found out.
  'entry_forbidden',
  'entry_disk_error',
  'entry_lost',
  'entry_unreadable',
  // It cannot be opened or read now.
  'file_forbidden',
  'file_disk_error',
  'file_lost',
  'too_many_files_open',
  'link_circle',
  // Its bucket did not give it, or gave another one meanwhile.
  'file_not_fetched',
  'file_changed',
  // What is in it is no song.
  'not_a_file',
  'file_empty',
  'no_sound',
  'only_moving_pictures',
  'cut_off',
  'impossible_size',
  'not_audio',
  // Reading it was given up; it is tried again.
  'no_answer',
  'too_much_work',
  'too_much_memory',
  'reader_failed',
] as const;
export type ProblemReason = (typeof problemReasons)[number];
