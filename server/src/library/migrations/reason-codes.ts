/** Sentences of the first version that stood where a reason's code stands now. */
const sentences: readonly (readonly [sentence: string, code: string])[] = [
  ['The server is not allowed to look into this folder.', 'folder_forbidden'],
  ['The disk could not read this folder.', 'folder_disk_error'],
  ['The network drive lost this folder.', 'folder_lost'],
  ['This folder cannot be read.', 'folder_unreadable'],
  ['Its folder is missing.', 'folder_missing'],
  ['Its folder is empty.', 'folder_empty'],
  ['A .nomedia or .ndignore file in its folder keeps it out.', 'folder_kept_out'],
  ['None of its songs can be found.', 'songs_gone'],
  ['The server is not allowed to look at this file.', 'entry_forbidden'],
  ['The disk could not look up this file.', 'entry_disk_error'],
  ['The network drive lost this file.', 'file_lost'],
  ['This file cannot be looked at.', 'entry_unreadable'],
  ['The server is not allowed to read this file.', 'file_forbidden'],
  ['The disk could not read this file.', 'file_disk_error'],
  ['Too many files are open.', 'too_many_files_open'],
  ['This link leads in a circle.', 'link_circle'],
  ['This is not a regular file.', 'not_a_file'],
  ['The file is empty.', 'file_empty'],
  ['No sound was found in this file.', 'no_sound'],
  ['The file is broken off.', 'cut_off'],
  ['The file is broken: a part of it claims an impossible size.', 'impossible_size'],
  ['The file is broken or is not audio.', 'not_audio'],
  ['Reading this file took too long.', 'too_much_work'],
  ['Reading this file took too much memory.', 'too_much_memory'],
  ['Reading this file failed.', 'reader_failed'],
];

const codeOf = (column: string): string =>
  `CASE ${column} ${sentences.map(([sentence, code]) => `WHEN '${sentence}' THEN '${code}'`).join(' ')} ELSE ${column} END`;

/** Reasons were sentences, with counts inside; they become codes and numbers. */
export const reasonCodes = `
  ALTER TABLE library_sources ADD COLUMN gone_count INTEGER;
  ALTER TABLE library_sources ADD COLUMN songs_before INTEGER;
  UPDATE library_sources SET away_reason = 'songs_gone', gone_count = CAST(away_reason AS INTEGER),
    songs_before = CAST(substr(away_reason, instr(away_reason, ' of its ') + 8) AS INTEGER)
    WHERE away_reason GLOB '[0-9]* of its [0-9]* songs cannot be found.';
  UPDATE library_sources SET away_reason = ${codeOf('away_reason')} WHERE away_reason IS NOT NULL;
  UPDATE problems SET reason = ${codeOf('reason')};
`;
