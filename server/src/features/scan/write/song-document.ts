import { columnFields } from '@tonearm/contract/song-fields';
import type { SongDocument } from '../../../library/search-index/search-index.ts';
import { listOf } from '../../../library/write/library.ts';
import type { SearchableSong } from '../../../library/write/songs-store.ts';

/** The fields whose words are found besides those of the title, which counts on its own. */
const searched = columnFields.filter(({ name, isSearched }) => isSearched && name !== 'title');

/** What search is told of a song. @param folderPath virtual path of its folder */
export const songDocument = (folderPath: string, { name, tags }: SearchableSong): SongDocument => ({
  folderPath,
  name,
  title: tags.title,
  texts: searched.flatMap((field) => {
    const value = tags[field.name];
    if (value === null || typeof value === 'number') return value === null ? [] : [String(value)];
    return field.kind === 'text' ? [value] : listOf(value);
  }),
});
